/// A place where a file departs from the grammar of the CloudKit Schema Language.
package struct SchemaSyntaxError: Error, Equatable, Sendable {
  /// Lower case, names in 'quotes', no full stop.
  package var message: String
  /// The next step, or nil.
  package var help: String?
  package var span: SourceSpan

  package init(_ message: String, help: String? = nil, at span: SourceSpan) {
    self.message = message
    self.help = help
    self.span = span
  }
}
