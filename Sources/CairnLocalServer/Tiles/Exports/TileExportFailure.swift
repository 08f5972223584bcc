import CairnCore
import Foundation

/// An export that cannot be made, in the words in which its client is told.
enum TileExportFailure: Error, CustomStringConvertible, LocalizedError {
    case tooMany(limit: Int)
    case tooLarge(limit: Int)
    case outside
    case tooDetailed

    var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        // Clients look for the number.
        case .tooMany(let limit):
            "ERROR 001564: more than \(limit) tiles are asked for, which is more than are exported at once. Ask for fewer levels, or a smaller area."
        case .tooLarge(let limit):
            "The package would take more than the \(limit) bytes that there are for exports. Ask for fewer levels, or a smaller area."
        case .outside: "There are no tiles in the area. Ask for another, or for all with exportExtent=DEFAULT."
        case .tooDetailed:
            "The area has too many vertices for so many tiles. Ask for fewer levels, or send the area with fewer vertices."
        }
    }

    var errorDescription: String? { description }
}
