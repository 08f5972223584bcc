import CSQLite
import CairnCore

/// The functions of SQL that the triggers of a GeoPackage's spatial index call: `ST_MinX` and its like, and `ST_IsEmpty`.
enum GeometryFunctions {
    /// Adds them to a connection.
    static func add(to database: Database) {
        add("ST_MinX", to: database) { context, _, values in giveBound(context, values, \.xMin) }
        add("ST_MaxX", to: database) { context, _, values in giveBound(context, values, \.xMax) }
        add("ST_MinY", to: database) { context, _, values in giveBound(context, values, \.yMin) }
        add("ST_MaxY", to: database) { context, _, values in giveBound(context, values, \.yMax) }
        add("ST_IsEmpty", to: database) { context, _, values in
            guard let blob = blob(values) else { return sqlite3_result_null(context) }
            sqlite3_result_int(context, extent(blob) == nil ? 1 : 0)
        }
    }

    private typealias Function = @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    private static func add(_ name: String, to database: Database, _ function: @escaping Function) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
        sqlite3_create_function_v2(database.handle, name, 1, flags, nil, function, nil, nil, nil)
    }
}

// Functions of no type: what C calls may capture nothing.

private func giveBound(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ bound: KeyPath<Envelope, Double>
) {
    guard let blob = blob(values), let extent = extent(blob) else { return sqlite3_result_null(context) }
    sqlite3_result_double(context, extent[keyPath: bound])
}

private func blob(_ values: UnsafeMutablePointer<OpaquePointer?>?) -> UnsafeRawBufferPointer? {
    guard let value = values?[0], let bytes = sqlite3_value_blob(value) else { return nil }
    return UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_value_bytes(value)))
}

/// Nil for what has no place, and for what is no geometry.
private func extent(_ blob: UnsafeRawBufferPointer) -> Envelope? {
    guard let geometry = try? GeoPackageGeometry(blob) else { return nil }
    return try? geometry.extent()
}
