import CairnCore
import Foundation
import Synchronization

/// Whose turn it is to change the entries of a folder: several indexes of one are one writer. It lasts as long as one of them does.
final class IndexTurn: Sendable {
    private struct Holding: Sendable {
        let turn: IndexTurn
        /// How many have it.
        var count = 0
    }

    private static let holdings = Guarded<[URL: Holding]>([:])

    struct State: Sendable {
        /// The marks of what was forgotten and whose files could not be changed, by id.
        var outdated: [String: String] = [:]
        /// What only the defaults have, for its file could not be changed.
        var ahead: Set<String> = []
        /// How often something was changed: who has read the defaults before reads them again.
        var changeCount = 0
    }

    /// Whose turn it is holds this.
    let state = Mutex(State())
    private let directory: URL

    private init(_ directory: URL) { self.directory = directory }

    /// That of a folder, to be given back once.
    static func taken(for directory: URL) -> IndexTurn {
        holdings.change { holdings, _ in
            var holding = holdings[directory] ?? Holding(turn: IndexTurn(directory))
            holding.count += 1
            holdings[directory] = holding
            return holding.turn
        }
    }

    /// Who has taken it needs it no more. With the last the folder is nobody's.
    func giveBack() {
        Self.holdings.change { holdings, _ in
            guard var holding = holdings[directory] else { return }
            holding.count -= 1
            holdings[directory] = holding.count == 0 ? nil : holding
        }
    }

    /// Whether somebody has that of a folder.
    static func isTaken(for directory: URL) -> Bool { holdings.read { $0[directory] != nil } }
}
