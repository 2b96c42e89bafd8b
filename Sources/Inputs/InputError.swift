/// Why an input cannot be read, or not further.
package enum InputError: Error, Equatable {
  /// The file cannot be opened; the reason is the system's, in its words.
  case unreadable(path: String, reason: String)
  /// An archive or a compressed file breaks off or is damaged; what came before was delivered.
  case damaged(path: String, reason: String)
  /// The format refuses the content: row or line, column, and the flag that settles it where one exists.
  case refused(path: String, line: Int?, reason: String, help: String?)
}
