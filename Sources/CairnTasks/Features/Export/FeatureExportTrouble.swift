import Foundation

/// Why a job that writes features cannot go on.
enum FeatureExportTrouble: Error, CustomStringConvertible, LocalizedError {
    case recordDamaged
    case notInOrder(table: String, objectID: Int, after: Int)
    case noObjectID(table: String)

    /// What is wrong, and what to do.
    var description: String {
        switch self {
        case .recordDamaged: "The job's record tells of fewer than no features. Begin the work anew, as another job."
        case .notInOrder(let table, let id, let last):
            "\(table) was asked for its features by object id, and gave \(id) after \(last). Ask who runs the service."
        case .noObjectID(let table):
            "\(table) gave a feature without an object id, by which they are told apart. Ask who runs the service."
        }
    }

    var errorDescription: String? { description }
}
