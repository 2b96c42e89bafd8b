// Writes a synthetic CloudKit log; the same arguments give the same bytes. usage: generate FORMAT ROWS > FILE
// FORMAT: console-ndjson, console-csv, device-log. Attribute combinations are as skewed as a real app's.
import Foundation

struct Random {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
  mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
  mutating func pick<T>(_ rows: [(T, Int)]) -> T {
    var rest = Int(next() % UInt64(rows.reduce(0) { $0 + $1.1 }))
    for (value, weight) in rows {
      rest -= weight
      if rest < 0 { return value }
    }
    return rows[0].0
  }
}

func hex(_ value: UInt64, _ digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String((String(repeating: "0", count: 16 - text.count) + text).suffix(digits))
}

let format = CommandLine.arguments[1]
let rows = Int(CommandLine.arguments[2]) ?? 1000
var random = Random(state: 1)
let operations = [
  ("RecordSave", 30), ("RecordFetch", 20), ("QueryFetch", 15), ("ZoneChanges", 18), ("DatabaseChanges", 9),
  ("RecordDelete", 4), ("ZoneSave", 2), ("AssetUploadTokenRetrieve", 2),
]
let platforms = [
  ("iPhone|iOS;18.6", 34), ("iPhone|iOS;26.0", 30), ("iPad|iPadOS;26.0", 14), ("Mac|macOS;26.1", 16),
  ("Watch|watchOS;26.0", 4), ("web|", 2),
]
let zones = [
  ("PRIVATE|com.apple.coredata.cloudkit.zone", 70), ("PRIVATE|Tasks", 18), ("SHARED|Household", 8),
  ("PUBLIC|_defaultZone", 4),
]
let groups = [("CKSyncEngine-FetchChanges-Automatic", 45), ("CKSyncEngine-SendChanges-Automatic", 35), ("", 20)]
let errors = [
  ("CONFLICT|USER_ERROR", 34), ("THROTTLED|SERVER_ERROR", 22), ("BAD_REQUEST|USER_ERROR", 14),
  ("QUOTA_EXCEEDED|USER_ERROR", 10), ("ZONE_NOT_FOUND|USER_ERROR", 8), ("INTERNAL_ERROR|SERVER_ERROR", 12),
]
let columns =
  "time,database,zone,userId,operationId,operationGroupName,operationType,platform,clientOS,overallStatus,error,"
  + "requestId,executionTimeMs,interfaceType,recordInsertBytes,recordInsertCount,returnedRecordTypes"
let clock = ISO8601DateFormatter()
var milliseconds: Int64 = 1_788_220_800_000
var buffer = format == "console-csv" ? columns + "\n" : ""

func parts(_ text: String) -> (String, String) {
  let split = text.split(separator: "|", omittingEmptySubsequences: false)
  return (String(split[0]), String(split[1]))
}

for _ in 0..<rows {
  milliseconds += Int64(-600 * log(1 - random.unit())) + 1
  let operation = random.pick(operations)
  let (platform, system) = parts(random.pick(platforms))
  let (database, zone) = parts(random.pick(zones))
  let group = random.pick(groups)
  let failed = random.unit() < 0.03
  let (error, status) = failed ? parts(random.pick(errors)) : ("", "SUCCESS")
  let duration = max(1, Int(exp(4.3 + (operation == "RecordSave" ? 0.9 : 0) + 0.75 * (random.unit() * 4 - 2))))
  let (a, b) = (random.next(), random.next())
  let request = "\(hex(a >> 32, 8))-\(hex(a >> 16, 4))-\(hex(a, 4))-\(hex(b >> 48, 4))-\(hex(b, 12))"
  let operationID = hex(random.next(), 16)
  let user = "_\(hex(UInt64(20_000 * random.unit() * random.unit()) &* 0x9E37_79B9_7F4A_7C15, 16).lowercased())"
  let seconds = clock.string(from: Date(timeIntervalSince1970: Double(milliseconds / 1000))).dropLast()
  let fraction = String(1000 + milliseconds % 1000).dropFirst()
  let isSave = operation == "RecordSave"
  switch format {
  case "device-log":
    let stamp = seconds.replacingOccurrences(of: "T", with: " ") + ".\(fraction)000+0000"
    let prefix =
      "\(stamp) 0x\(hex(a, 5).lowercased())    Default     0x\(hex(b, 6).lowercased())             4242   0    Example: (CloudKit) [com.apple.cloudkit:OP] "
    buffer +=
      prefix
      + "Starting operation <CKModifyRecordsOperation: 0x\(hex(b, 10).lowercased()); operationID=\(operationID), databaseScope=\(database.capitalized), qos=Utility, <private>>\n"
    buffer +=
      prefix
      + "Finished operation <CKModifyRecordsOperation: 0x\(hex(b, 10).lowercased()); operationID=\(operationID), stateFlags=executing, <private>>"
    if failed {
      buffer +=
        " with error: <CKError 0x\(hex(a, 10).lowercased()): \"Server Record Changed\" (14/2004); server message = \"client oplock error updating record\"; op = \(operationID); uuid = \(request); container ID = \"iCloud.com.example.app\">"
    }
    buffer += "\n"
  case "console-csv":
    buffer +=
      "\(seconds).\(fraction)Z,\(database),\(zone),\(user),\(operationID),\(group),\(operation),\(platform),\(system),\(status),\(error),\(request),\(duration),NATIVE,\(isSave ? "2048" : ""),\(isSave ? "3" : ""),\n"
  default:
    buffer +=
      "{\"time\":\"\(seconds).\(fraction)Z\",\"database\":\"\(database)\",\"zone\":\"\(zone)\",\"userId\":\"\(user)\",\"operationId\":\"\(operationID)\",\"operationGroupName\":\"\(group)\",\"operationType\":\"\(operation)\",\"platform\":\"\(platform)\",\"clientOS\":\"\(system)\",\"overallStatus\":\"\(status)\","
    if failed { buffer += "\"error\":\"\(error)\"," }
    buffer += "\"requestId\":\"\(request)\",\"executionTimeMs\":\"\(duration)\",\"interfaceType\":\"NATIVE\""
    if isSave { buffer += ",\"recordInsertBytes\":\(200 + b & 0xFFFF),\"recordInsertCount\":\(1 + a % 200)" }
    buffer += "}\n"
  }
  if buffer.utf8.count > 1 << 20 {
    FileHandle.standardOutput.write(Data(buffer.utf8))
    buffer = ""
  }
}
FileHandle.standardOutput.write(Data(buffer.utf8))
