/// `ckdiag schema check`.
func checkReport(of paths: [String], _ options: SchemaOptions) throws(CommandFailure) -> SchemaReport {
  throw CommandFailure("'schema check' is not available yet")
}

/// `ckdiag schema checklist`.
func checklistReport(of paths: [String], _ options: SchemaOptions) throws(CommandFailure) -> SchemaReport {
  throw CommandFailure("'schema checklist' is not available yet")
}
