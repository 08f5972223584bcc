import CairnCore
import Foundation

/// Why a job that geocodes a table cannot be begun, or cannot go on.
enum BatchGeocodeTrouble: Error, CustomStringConvertible, LocalizedError {
    case inputChanged(path: String)
    case locatorChanged(path: String)
    case recordDamaged

    /// What is wrong, with which file, and what to do.
    var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .inputChanged(let path): "\(path) has changed since the job was begun. \(Self.anew)"
        case .locatorChanged(let path):
            "\(path) has changed since the job was begun, and the rows of one output come from one locator. \(Self.anew)"
        case .recordDamaged: "The job's record tells of more rows than there are. \(Self.anew)"
        }
    }

    var errorDescription: String? { description }

    private static let anew = "Begin the work anew, as another job."
}
