import CairnCore
import Foundation

/// Why the output of a job cannot be begun, or gone on with.
package enum PartialOutputTrouble: Error, CustomStringConvertible, LocalizedError {
    case changed(path: String)
    case inUse(path: String)
    case taken(path: String)
    case lost(path: String)
    case gone(path: String)
    case moved(path: String)
    case damaged(path: String)
    case exists(path: String)

    /// What is wrong, with which file, and what to do.
    package var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .changed(let path): "\(path) was complete and has been changed since. Begin the work anew, as another job."
        case .inUse(let path): "\(path) is being written by another job. Wait until that has ended, or name another output."
        case .taken(let path):
            "\(path) is there, and is not what this job has begun to write. Move it away, or name another output."
        case .gone(let path):
            "\(path) was complete and is not there any more. Put it back, or begin the work anew, as another job."
        case .moved(let path): "\(path) was moved away while the job was at it. Retry the job: what is gone comes anew."
        case .damaged(let path):
            "\(path) is damaged, and may be a copy with edits that its service has not got. Move it away, or name another output."
        case .exists(let path): "\(path) is there already. Name a folder that is not, or an empty one, or remove it first."
        case .lost(let path): "\(path) is shorter than what the job had written. Begin the work anew, as another job."
        }
    }

    /// Whether the job can go on once that is done.
    var canBePutRight: Bool {
        switch self {
        case .inUse, .taken, .moved, .damaged: true
        case .changed, .lost, .gone, .exists: false
        }
    }

    package var errorDescription: String? { description }
}
