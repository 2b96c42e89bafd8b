/// The fields of a request entry that are understood, whatever a log calls them.
enum RequestField: Int, CaseIterable {
  case time, database, zone, user, operationID, operationGroup, operation, platform, clientOS, status, error
  case requestID, duration, interface, environment, insertedBytes, inserted, updatedBytes, updated, deletedBytes
  case deleted, recordTypes, bytesSent, bytesReceived, retryAfter, domain, code, underlying, cursorIn, cursorOut
  case moreComing, items, message, retryAfterMs, durationSeconds, container, device

  /// The field that a key or a column title stands for: letter case and everything but letters and digits are ignored.
  init?(key: String) {
    guard let field = Self.byKey[Self.plain(key)] else { return nil }
    self = field
  }

  /// Every line of every log is asked whether it is a header, so that the usual ASCII must not be looked up in Unicode.
  private static func plain(_ key: String) -> String {
    guard key.utf8.allSatisfy({ $0 < 0x80 }) else {
      return String(
        String.UnicodeScalarView(
          key.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) }))
    }
    return String(
      decoding: key.utf8.compactMap { byte -> UInt8? in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        default: nil
        }
      }, as: UTF8.self)
  }

  private static let byKey: [String: RequestField] = {
    var fields: [String: RequestField] = [:]
    for (field, keys) in spellings { for key in keys { fields[key] = field } }
    return fields
  }()

  /// Console keys and titles, then those of the ckdiag request log; what is not documented is accepted by analogy.
  private static let spellings: [(RequestField, [String])] = [
    (.time, ["time", "timestamp", "date", "timeutc", "datetime"]),
    (.database, ["database", "databasescope", "databasetype", "db"]),
    (.zone, ["zone", "zonename", "recordzone"]),
    (.user, ["userid", "user", "ckuserid", "cloudkituserid", "userrecordname"]),
    (.operationID, ["operationid"]),
    (.operationGroup, ["operationgroupname", "operationgroup"]),
    (.operation, ["operationtype", "operation", "type", "operationname"]),
    (.platform, ["platform"]),
    (.clientOS, ["clientos", "os", "osversion"]),
    (.status, ["overallstatus", "status", "outcome"]),
    (.error, ["error", "errorcode", "servererror", "servererrorcode", "errortype"]),
    (.requestID, ["requestid", "requestuuid", "uuid"]),
    (
      .duration,
      [
        "executiontimems", "executiontime", "latency", "serverlatency", "durationms", "duration", "latencyms",
        "serverlatencyms",
      ]
    ),
    (.durationSeconds, ["durationseconds", "latencyseconds"]),
    (.interface, ["interfacetype", "interface"]),
    (.environment, ["environment", "containerenvironment"]),
    (.insertedBytes, ["recordinsertbytes", "insertbytes", "insertedbytes"]),
    (.inserted, ["recordinsertcount", "insertcount", "inserted"]),
    (.updatedBytes, ["recordupdatebytes", "updatebytes", "updatedbytes"]),
    (.updated, ["recordupdatecount", "updatecount", "updated"]),
    (.deletedBytes, ["recorddeletebytes", "deletebytes", "deletedbytes"]),
    (.deleted, ["recorddeletecount", "deletecount", "deleted"]),
    (.recordTypes, ["returnedrecordtypes", "recordtypes", "recordtype"]),
    (.bytesSent, ["requestbytes", "requestsize", "bytessent", "requestsizebytes"]),
    (.bytesReceived, ["responsebytes", "responsesize", "bytesreceived", "responsesizebytes"]),
    (.retryAfter, ["retryafter", "retryafterseconds"]),
    (.retryAfterMs, ["retryafterms"]),
    (.domain, ["domain", "errordomain"]),
    (.code, ["code"]),
    (.underlying, ["underlying", "underlyingcode", "internalcode"]),
    (.cursorIn, ["cursorin", "tokenin"]),
    (.cursorOut, ["cursorout", "tokenout"]),
    (.moreComing, ["morecoming"]),
    (.items, ["items", "itemcount"]),
    (.container, ["container", "containerid", "containeridentifier"]),
    (
      .device,
      ["device", "devicemodel", "hardwareid", "hardwareidentifier", "operationgroupid", "operationgroupquantity"]
    ),
    (.message, ["message", "servermessage", "reason"]),
  ]
}
