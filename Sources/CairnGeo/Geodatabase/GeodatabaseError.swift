import CairnCore
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
    /// No table is named, and there is not just one.
    case severalTables(names: [String], path: String)
    /// A table is there, and cannot be read.
    case unreadable(table: String, reason: String)
    /// The geometry of a feature cannot be read, or not be computed with.
    case damagedGeometry(table: String, objectID: Int, reason: String)
    /// What should be a file is a folder.
    case folder(path: String)
    /// There is nothing in the file.
    case empty(path: String)
    /// The file ends before what it says that it holds.
    case cutOff(path: String)
    /// A file is no GeoJSON that can be read, at its feature of a number, from 1 on, or outside of its features.
    case wrongGeoJSON(path: String, feature: Int?, reason: String)
    /// A view is to be edited.
    case isView(name: String)
    /// A table that is kept in step with a layer is to be edited in a way that the service does not take, or that the copy does not send.
    case notTaken(edits: String, table: String)
    /// A feature that its service may just be getting is to be edited in a way that the service does not take.
    case beingSent(edits: String, table: String)
    /// There is a table of that name already, perhaps in other letters.
    case tableExists(name: String, path: String)
    /// A table cannot be made as it is described.
    case wrongDefinition(table: String, reason: String)
    /// A value that a field does not take.
    case wrongValue(field: String, reason: String)
    /// A geometry that a table does not take.
    case wrongGeometry(table: String, reason: String)
    /// A feature has an attribute for which its table has no field.
    case noField(name: String, table: String)
    /// Features are to be told apart by global ids, and the table has none.
    case noGlobalIDs(table: String)
    /// Something is asked of the geometries of a table that has none.
    case noGeometries(table: String)
    /// Features are asked for by time of a table that does not know when they were.
    case noTime(table: String)
    /// Attachments are asked of a feature that is not there.
    case noFeature(objectID: Int, table: String)
    /// An attachment is asked for that a feature does not have.
    case noAttachment(id: Int, objectID: Int, table: String)
    /// Attachments are to be changed where other software has said in a way of its own what belongs to what.
    case attachmentsFixed(table: String, reason: String)
    /// An attachment that a service gives cannot be taken.
    case unusableAttachment(name: String, reason: String)
    /// The geodatabase has not been loaded.
    case notLoaded(path: String)
    /// The geodatabase has been closed.
    case closed(path: String)
    /// The file that was opened is not at its path any more: it was removed, or another one has taken its place.
    case replaced(path: String)
    /// The geodatabase is open for reading only.
    case readOnly(path: String)
    /// A transaction is to begin, and there is one already.
    case inTransaction(path: String)
    /// A transaction is to end, and there is none.
    case noTransaction(path: String)
    /// An edit has failed in a way that took the whole transaction back, as on a full disk.
    case transactionLost(path: String)

    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notFound(let path): "There is no file \(path)."
        case .exists(let path): "\(path) is there already. Name another file, or remove it first."
        case .notAGeoPackage(let path): "\(path) is no GeoPackage. Convert it, as with ogr2ogr -f GPKG."
        case .esriGeodatabase(let path):
            "\(path) is a geodatabase in Esri's own format, which only their software reads. Ask the service for the replica again: here it becomes a GeoPackage."
        case .noTable(let name, let path): "\(path) has no table \(name)."
        case .severalTables(let names, let path):
            names.isEmpty
                ? "\(path) has no tables."
                : "\(path) has the tables \(names.prefix(20).joined(separator: ", ")). Say which of them is meant (--table)."
        case .unreadable(let table, let reason): "The table \(table) cannot be read: \(reason)."
        case .damagedGeometry(let table, let id, let reason):
            "The geometry of feature \(id) of the table \(table) cannot be used. \(reason) Mend it, or delete the feature."
        case .folder(let path): "\(path) is a folder. Name a file in it."
        case .empty(let path): "\(path) is empty. Copy it again, or remove it and have it made anew."
        case .cutOff(let path): "\(path) ends too early: it was not copied, or not written, as a whole. Copy it again."
        case .wrongGeoJSON(let path, let feature, let reason):
            "\(path)\(feature.map { ", feature \($0)" } ?? ""): \(reason)"
        case .isView(let name): "\(name) is a view, which is not edited. Edit the tables that it shows."
        case .notTaken(let edits, let table):
            "The table \(table) is a copy of a layer whose service takes no \(edits), or that was made without sending any: they could never be sent. Make the geodatabase anew so that they are; if the service takes none, ask its owner first."
        case .beingSent(let edits, let table):
            "The table \(table) is a copy of a layer whose service takes no \(edits), and whether it has got this one already is not known yet. Sync the geodatabase first."
        case .tableExists(let name, let path): "\(path) has a table \(name) already. Name it otherwise."
        case .wrongDefinition(let table, let reason): "The table \(table) cannot be made: \(reason)."
        case .wrongValue(let field, let reason): "The field \(field) does not take the value: \(reason)."
        case .wrongGeometry(let table, let reason): "The table \(table) does not take the geometry: \(reason)."
        case .noField(let name, let table): "The table \(table) has no field \(name)."
        case .noGlobalIDs(let table): "The table \(table) has no global ids. Tell its features apart by their object ids."
        case .noGeometries(let table): "The table \(table) has no geometries. Leave out what is asked of them."
        case .noTime(let table): "The table \(table) does not know when its features were. Leave out the time, or ask by a field."
        case .noFeature(let id, let table): "The table \(table) has no feature \(id)."
        case .noAttachment(let id, let feature, let table):
            "The feature \(feature) of the table \(table) has no attachment \(id)."
        case .attachmentsFixed(let table, let reason):
            "The attachments of the table \(table) cannot be changed so: \(reason). Change them with the software that made them."
        case .unusableAttachment(let name, let reason):
            "The service gives an attachment \(name.printable(upTo: 60)) that cannot be taken: \(reason). Ask who runs it, or leave attachments out."
        case .notLoaded(let path): "\(path) has not been loaded yet. Await load() first."
        case .closed(let path): "\(path) has been closed. Make a new Geodatabase of it."
        case .replaced(let path):
            "\(path) is not the file any more that was opened: it was removed, or another one has taken its place. Do again what was not answered; who holds a Geodatabase makes a new one first."
        case .readOnly(let path):
            "\(path) is open for reading only. Open it for writing, and see whether you may write the file and its folder."
        case .inTransaction(let path): "\(path) is in a transaction already. Commit it, or roll it back, first."
        case .noTransaction(let path): "\(path) is in no transaction. Begin one first."
        case .transactionLost(let path):
            "The transaction of \(path) was taken back as a whole when an edit failed, as for want of room. Roll it back, and begin again."
        }
    }

    /// The same as `description`.
    public var errorDescription: String? { description }
}
