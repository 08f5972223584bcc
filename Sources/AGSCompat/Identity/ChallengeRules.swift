import CairnCallbacks
import CairnCore
import CairnTasks
import Foundation

/// Which resources do not want servers' questions to be put.
final class ChallengeRules: Sendable {
    private struct Entry: Sendable {
        weak var held: HeldCredential?
    }

    static let shared = ChallengeRules()

    private let entries = Guarded<[ObjectIdentifier: Entry]>([:])

    /// A resource has got a configuration of its own.
    func add(_ held: HeldCredential) {
        entries.change { entries, _ in entries[ObjectIdentifier(held)] = Entry(held: held) }
    }

    /// A resource is gone.
    func remove(_ held: ObjectIdentifier) {
        entries.change { entries, _ in entries[held] = nil }
    }

    /// What is said for a server: by the resources there that have configurations of their own, or by the global one.
    func rules(for server: URL) -> [RequestSettings.ChallengeRule] {
        let own = entries.read { $0 }.values.compactMap(\.held).filter { $0.isAt(server) }.compactMap(\.settings)
        let saying = own.isEmpty ? [AGSRequestConfiguration.globalBox.value] : own
        return saying.compactMap(\.challengeRule)
    }
}
