import CairnCore
public import Foundation

/// Tiles that cannot be exported.
public enum TileExportError: Error, Sendable, Hashable {
    /// The service does not export tiles.
    case notAllowed(service: String)
    /// The service has no tiles.
    case noTiles(service: String)
    /// The service exports tiles only in the form whose format is not open.
    case oldFormatOnly(service: String)
    /// No levels are asked for, or ones that the service does not have.
    case wrongLevels(service: String, asked: [Int], known: [Int])
    /// There are no tiles where they are asked for.
    case outside(service: String)
    /// More tiles are asked for than the service exports at once.
    case tooManyTiles(service: String, count: Int, limit: Int)
    /// The service says that it is done, and does not say where the tiles are.
    case noOutput(service: String)
    /// What the service has made cannot be used.
    case unusable(service: String, reason: String)
}

extension TileExportError: CustomStringConvertible, LocalizedError {
    /// What is wrong, and what to do.
    public var description: String { unescaped.printable(upTo: .max) }

    private var unescaped: String {
        switch self {
        case .notAllowed(let service):
            "\(service) does not let its tiles be exported. Ask who runs it to allow that (exportTilesAllowed), or name another service."
        case .noTiles(let service): "\(service) has no tiles: what it shows is drawn when it is asked for. Name a tiled service."
        case .oldFormatOnly(let service):
            "\(service) exports tiles only as a .tpk of the first version, which nobody else reads. Ask who runs it to allow the second (10.7 and later)."
        case .wrongLevels(let service, let asked, let known):
            asked.isEmpty
                ? "No levels of \(service) are asked for. It has \(Self.list(known))."
                : "\(service) does not have all of the levels \(Self.list(asked)), but \(Self.list(known))."
        case .outside(let service): "\(service) shows nothing of the area. Choose one that it shows something of."
        case .tooManyTiles(let service, let count, let limit):
            "These are \(count) tiles, and \(service) exports \(limit) at once. Leave out the most detailed levels, or choose a smaller area."
        case .noOutput(let service):
            "\(service) says that its tiles are exported, and not where they are. Retry to have it done again."
        case .unusable(let service, let reason):
            "What \(service) has exported cannot be used. \(reason) Retry to have it done again."
        }
    }

    private static func list(_ levels: [Int]) -> String { levels.prefix(40).map(String.init).joined(separator: ", ") }

    /// The same as `description`.
    public var errorDescription: String? { description }
}

extension TileExportError {
    /// Whether somebody can put it right, so that the same may be tried again.
    var canBePutRight: Bool {
        switch self {
        case .noOutput, .unusable: true
        default: false
        }
    }
}
