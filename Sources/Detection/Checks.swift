/// Every check, in the order of the docs.
package enum Checks {
  package static let all: [any Check] = []
}
