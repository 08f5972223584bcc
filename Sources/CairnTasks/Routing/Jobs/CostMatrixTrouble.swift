import CairnCore
import Foundation

/// Why a job that finds costs cannot be begun, or cannot go on.
enum CostMatrixTrouble: Error, CustomStringConvertible, LocalizedError {
    case inputChanged
    case costsChanged(now: [String], before: [String])
    case recordDamaged

    var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        let what =
            switch self {
            case .inputChanged:
                "The tables, or the network, have changed since the job was begun, and the rows of one output come of one network."
            case .costsChanged(let now, let before):
                "The network tells \(now.joined(separator: ", ")) now, and told \(before.joined(separator: ", ")) when the job was begun."
            case .recordDamaged: "The job's record tells of more than there is."
            }
        return "\(what) Begin the work anew, as another job."
    }

    var errorDescription: String? { description }
}
