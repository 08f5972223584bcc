extension GeoPackage {
    /// Runs `body`, for which the file stays as it is, whoever edits meanwhile.
    package func snapshot<Value>(_ body: () throws -> Value) throws -> Value {
        try database.execute("SAVEPOINT cairn_snapshot")
        defer { try? database.execute("RELEASE cairn_snapshot") }
        return try body()
    }
}
