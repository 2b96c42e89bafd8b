import Storage
import SyncModel

/// An attribute of requests by which numbers can be grouped and filtered.
package enum RequestDimension: String, CaseIterable, Sendable {
  case operation, database, zone, platform, clientOS, status, error, environment, family, operationGroup, interface
  case recordTypes, user

  /// The dimensions that every report shows.
  package static let standard: [RequestDimension] = [.operation, .database, .zone, .platform, .clientOS, .status]

  /// The standard dimensions and those that were asked for, without repetition.
  static func standard(and extra: [RequestDimension]) -> [RequestDimension] {
    standard + extra.filter { !standard.contains($0) }
  }

  /// The key in the JSON report: `byClientOS`.
  package var key: String { "by" + rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// For people: `client OS`.
  package var title: String {
    switch self {
    case .clientOS: "client OS"
    case .operationGroup: "operation group"
    case .recordTypes: "record types"
    default: rawValue
    }
  }

  /// False for what each request has of its own: then a class does not tell the value.
  package var isOfClass: Bool { self != .user }

  /// The value of the dimension that requests of a class have; nil also for what is not of a class.
  package func value(of requestClass: StoredRequestClass) -> String? {
    switch self {
    case .operation: requestClass.operation
    case .database: requestClass.database
    case .zone: requestClass.zone
    case .platform: requestClass.platform
    case .clientOS: requestClass.clientOS
    case .status: requestClass.status
    case .error: requestClass.error
    case .environment: requestClass.environment
    case .family: requestClass.family
    case .operationGroup: requestClass.operationGroup
    case .interface: requestClass.interface
    case .recordTypes: requestClass.recordTypes
    case .user: nil
    }
  }
}
