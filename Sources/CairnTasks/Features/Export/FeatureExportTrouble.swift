import CairnCore
import Foundation

/// Why a job that writes features cannot go on.
package enum FeatureExportTrouble: Error, CustomStringConvertible, LocalizedError {
    case recordDamaged
    case notInOrder(table: String, objectID: Int, after: Int)
    case noObjectID(table: String)
    case leftOut(table: String, objectIDs: [Int])
    case unknownField(table: String, field: String, feature: String)
    case unknownGeometry(table: String, kind: String)
    case wrongGeometry(table: String, kind: String, feature: String)
    case noRoom(table: String, number: String, feature: String)
    case wrongName(table: String, reason: String)
    case notListed(table: String, counted: Int, listed: Int)
    case changed(table: String, changes: [String])
    case otherReference(table: String, own: String, wanted: String, feature: String)
    case noReference(table: String, wanted: String, feature: String)
    case notTaken(table: String, reason: String, feature: String)
    case outputIsOpen(path: String, beside: String)
    case otherTables(path: String, table: String, others: [String])

    /// What is wrong, and what to do.
    package var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .recordDamaged: "The job's record tells of fewer than no features. Begin the work anew, as another job."
        case .notInOrder(let table, let id, let last):
            "\(table.printable()) was asked for its features by object id, and gave \(id) after \(last). Ask who runs the service."
        case .noObjectID(let table):
            "\(table.printable()) gave a feature without an object id, by which they are told apart. Ask who runs the service."
        case .leftOut(let table, let ids):
            "\(table.printable()) lists \(ids.count) features that it does not give, also if asked for them by their object ids: "
                + "\(ids.prefix(10).map(String.init).joined(separator: ", "))\(ids.count > 10 ? ", …" : ""). Nothing of what has come is lost: try "
                + "again later, or leave them out by a condition."
        case .unknownField(let table, let field, let feature):
            "\(table.printable()) gave the field \(field.printable()), of \(feature), which it has not named among its fields, and which would be "
                + "lost. Say which fields you want, without it."
        case .unknownGeometry(let table, let kind):
            "The geometries of \(table.printable()) are of the kind \(kind.printable()), which cannot be written. Leave geometries out."
        case .wrongGeometry(let table, let kind, let feature):
            "\(table.printable()) gave a geometry of the kind \(kind), of \(feature), which has no place in the output. Leave that feature out by a "
                + "condition, or geometries as a whole."
        case .noRoom(let table, let number, let feature):
            "\(table.printable()) gave a \(number), of \(feature), and says that it has none: the output has no place for it. Write a "
                + "GeoPackage, which keeps it, or leave that feature out by a condition, or geometries as a whole."
        case .wrongName(let table, let reason):
            "The table \"\(table.printable())\" cannot be made in a GeoPackage: \(reason). Give it another name (--name, tableName)."
        case .notListed(let table, let counted, let listed):
            "\(table.printable()) counts \(counted) features, and lists the object ids of \(listed): what is missing cannot be asked for. Nothing of "
                + "what has come is lost: try again later, and if it stays so, ask who runs the service."
        case .changed(let table, let changes):
            "\(table.printable()) has changed since the export began: \(changes.prefix(5).joined(separator: ", "))\(changes.count > 5 ? ", …" : ""). "
                + "What has been written is of another kind. Begin the export anew, as another job."
        case .otherReference(let table, let own, let wanted, let feature):
            "\(table.printable()) gave a geometry in \(own), of \(feature), and the output is in \(wanted): there is no way from one to the other. "
                + "Leave that feature out by a condition, or geometries as a whole."
        case .noReference(let table, let wanted, let feature):
            "\(table.printable()) has no spatial reference: nothing says what the coordinates of \(feature) mean, and the output is in \(wanted). Write "
                + "a GeoPackage, which keeps them as they are, or leave geometries out."
        case .notTaken(let table, let reason, let feature):
            "\(table.printable()) gave what cannot be written, of \(feature). \(reason) Leave that feature out by a condition, or the field."
        case .outputIsOpen(let path, let file):
            "\(file.printable()) lies beside \(path.printable()): another program has that file open, or was ended while it wrote. What is written "
                + "there would be read together with it. Close the program, or open the file with it once more so that it brings home what it has "
                + "written; or name another output."
        case .otherTables(let path, let table, let others):
            "\(path.printable()) holds other tables than \(table.printable()), which would be lost: "
                + "\(others.prefix(5).map { $0.printable(upTo: 60) }.joined(separator: ", "))\(others.count > 5 ? ", …" : ""). Name another output, "
                + "or say that they may go (--overwrite, replacesOtherTables)."
        }
    }

    package var errorDescription: String? { description }

    /// Whether somebody may have put it right by the time that the job is retried.
    var canBePutRight: Bool {
        switch self {
        case .leftOut, .notListed, .outputIsOpen: true
        default: false
        }
    }
}
