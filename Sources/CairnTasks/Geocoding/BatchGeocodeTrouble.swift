import Foundation

/// Why a job that geocodes a table cannot be begun, or cannot go on.
enum BatchGeocodeTrouble: Error, CustomStringConvertible, LocalizedError {
    case inputChanged(path: String)
    case locatorChanged(path: String)
    case outputChanged(path: String)
    case outputInUse(path: String)
    case partialTaken(path: String)
    case partialLost(path: String)
    case recordDamaged

    /// What is wrong, with which file, and what to do.
    var description: String {
        switch self {
        case .inputChanged(let path): "\(path) has changed since the job was begun. \(Self.anew)"
        case .locatorChanged(let path):
            "\(path) has changed since the job was begun, and the rows of one output come from one locator. \(Self.anew)"
        case .outputChanged(let path): "\(path) was complete and has been changed since."
        case .outputInUse(let path):
            "\(path) is being written by another job. Wait until that has ended, or name another output."
        case .partialTaken(let path):
            "\(path) is there, and is not what a job has begun to write. Move it away, or name another output."
        case .partialLost(let path): "\(path) is shorter than what the job had written. \(Self.anew)"
        case .recordDamaged: "The job's record tells of more rows than there are. \(Self.anew)"
        }
    }

    var errorDescription: String? { description }

    private static let anew = "Begin the work anew, as another job."
}
