import Foundation
import Synchronization

/// Addresses that are answered with an error for now.
final class RefusedAddresses: Sendable {
    private let state = Mutex((ends: Set<String>(), spared: 0))

    /// - Parameters:
    ///   - ends: What they end in.
    ///   - spared: How many requests are answered before.
    func set(_ ends: Set<String>, sparing spared: Int = 0) { state.withLock { $0 = (ends, spared) } }

    /// Whether a request is to be refused, which is counted.
    func takes(_ path: String) -> Bool {
        state.withLock { state in
            guard state.ends.contains(where: { path.hasSuffix("/\($0)") }) else { return false }
            state.spared -= 1
            return state.spared < 0
        }
    }
}
