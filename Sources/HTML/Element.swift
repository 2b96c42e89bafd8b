/// Placeholder of the module's first type; see the module's own files.
