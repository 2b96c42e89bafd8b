import Arguments
import Inputs
import Storage

extension CommandFailure {
  /// The words for an input that cannot be read.
  init(_ error: InputError) {
    switch error {
    case .unreadable(let path, let reason):
      self.init("cannot read '\(path)': \(reason)")
    case .damaged(let path, let reason):
      self.init("'\(path)' is damaged: \(reason)", help: "what came before the damage was read")
    case .refused(let path, let line, let reason, let help):
      self.init("'\(path)'\(line.map { ", line \($0)" } ?? ""): \(reason)", help: help)
    }
  }

  /// The words for a store that does not work.
  init(_ error: StorageError) {
    switch error {
    case .cannotOpen(let path, let reason):
      self.init("cannot open the store '\(path)': \(reason)")
    case .notAStore(let path):
      self.init("'\(path)' is not a ckdiag store", help: "name a new file, or one that ckdiag made")
    case .newerVersion(let path, let version):
      self.init(
        "the store '\(path)' was made by a newer ckdiag (schema \(version))", help: "update ckdiag on this machine")
    case .locked(let path, let owner):
      let user = owner.map { " by \($0)" } ?? ""
      self.init("the store '\(path)' is in use\(user)", help: "try again when the other run has ended")
    case .failed(let operation, let reason):
      self.init("the store failed: \(reason)", help: "while: \(operation)")
    }
  }

  /// The words for arguments that make no sense.
  init(_ error: ArgumentError) {
    switch error {
    case .unknownFlag(let flag, let suggestion):
      self.init("unknown flag '\(flag)'", help: suggestion.map { "did you mean '\($0)'?" })
    case .missingValue(let flag):
      self.init("'--\(flag)' needs a value")
    case .unexpectedValue(let flag):
      self.init("'--\(flag)' takes no value")
    case .repeated(let flag):
      self.init("'--\(flag)' is given twice")
    case .invalidValue(let flag, let value, let choices, let suggestion):
      self.init(
        "'\(value)' is no value of '--\(flag)'",
        help: suggestion.map { "did you mean '\($0)'?" } ?? "one of: \(choices.joined(separator: ", "))")
    case .tooFewOperands(let expected):
      self.init("missing \(expected)")
    case .tooManyOperands(let first):
      self.init("unexpected argument '\(first)'")
    }
  }
}
