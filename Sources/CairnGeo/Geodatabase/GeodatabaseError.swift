public import Foundation

/// A geodatabase that cannot be opened, or that does not take what it is given.
public enum GeodatabaseError: Error, Hashable, CustomStringConvertible, LocalizedError {
    /// There is no such file.
    case notFound(path: String)
    /// A file to be made is there already.
    case exists(path: String)
    /// The file is no GeoPackage.
    case notAGeoPackage(path: String)
    /// The file is one of Esri's own geodatabases, whose format is not open.
    case esriGeodatabase(path: String)
    /// There is no table of that name.
    case noTable(name: String, path: String)
    /// There is a table of that name already, perhaps in other letters.
    case tableExists(name: String, path: String)
    /// A table cannot be made as it is described.
    case wrongDefinition(table: String, reason: String)
    /// A value that a field does not take.
    case wrongValue(field: String, reason: String)
    /// A geometry that a table does not take.
    case wrongGeometry(table: String, reason: String)

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .notFound(let path): "There is no file \(path)."
        case .exists(let path): "\(path) is there already. Name another file, or remove it first."
        case .notAGeoPackage(let path): "\(path) is no GeoPackage. Convert it, as with ogr2ogr -f GPKG."
        case .esriGeodatabase(let path):
            "\(path) is a geodatabase in Esri's own format, which only their software reads. Ask the service for the replica again: here it becomes a GeoPackage."
        case .noTable(let name, let path): "\(path) has no table \(name)."
        case .tableExists(let name, let path): "\(path) has a table \(name) already. Name it otherwise."
        case .wrongDefinition(let table, let reason): "The table \(table) cannot be made: \(reason)."
        case .wrongValue(let field, let reason): "The field \(field) does not take the value: \(reason)."
        case .wrongGeometry(let table, let reason): "The table \(table) does not take the geometry: \(reason)."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
