import CairnCore
import Foundation

/// Why a job that writes features cannot go on.
enum FeatureExportTrouble: Error, CustomStringConvertible, LocalizedError {
    case recordDamaged
    case notInOrder(table: String, objectID: Int, after: Int)
    case noObjectID(table: String)
    case leftOut(table: String, objectIDs: [Int])
    case unknownField(table: String, field: String, feature: String)
    case unknownGeometry(table: String, kind: String)
    case wrongGeometry(table: String, kind: String, feature: String)

    /// What is wrong, and what to do.
    var description: String {
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
        }
    }

    var errorDescription: String? { description }

    /// Whether somebody may have put it right by the time that the job is retried.
    var canBePutRight: Bool {
        if case .leftOut = self { true } else { false }
    }
}
