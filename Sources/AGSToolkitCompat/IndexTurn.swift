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
        /// How many read the defaults just now.
        private(set) var readerCount = 0
        /// What has become of ids since somebody reads them, who may not have come upon it there.
        private(set) var changes: [String: DefaultEntries.Change] = [:]
        /// What this turn's marks are told by from those of others.
        private let run = UUID().uuidString
        private var markCount = 0

        mutating func note(_ change: DefaultEntries.Change, for id: String) {
            if readerCount > 0 { changes[id] = change }
        }

        mutating func beginReading() { readerCount += 1 }

        /// - Returns: What is to be let go of outside.
        mutating func endReading() -> [String: DefaultEntries.Change] {
            readerCount -= 1
            defer { if readerCount == 0 { changes = [:] } }
            return changes
        }

        /// For what only the defaults have from now on.
        mutating func newMark() -> AheadMark {
            markCount += 1
            return AheadMark(run: run, number: markCount)
        }

        /// What a file goes before that is written now: all marks so far, and those that were found.
        func superseded(_ found: [AheadMark]) -> [String: Int] {
            var numbers = markCount > 0 ? [run: markCount] : [:]
            for mark in found { numbers[mark.run] = max(mark.number, numbers[mark.run] ?? 0) }
            return numbers
        }
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
