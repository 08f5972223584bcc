import CairnCore
import CairnGeo
import Synchronization

/// Brings the attributes of a feature that were not asked for at first.
final class FeatureLoad: Loadable {
    let loader = Loader()
    private let table: any LegacyTable
    private let objectID: Int
    private let state = Mutex(State())

    private struct State: Sendable {
        var answer: BroughtFeature?
        /// Whether another question has brought all of it.
        var isSupplied = false
    }

    init(_ table: any LegacyTable, _ objectID: Int) {
        (self.table, self.objectID) = (table, objectID)
    }

    @concurrent
    func performLoad() async throws {
        if isSupplied { return }
        do {
            guard let whole = try await table.wholeFeatures([objectID])[objectID] else {
                throw AGSError.runtime(.commonNotFound, "The feature \(objectID) is not there any more.")
            }
            keep(whole)
        } catch {
            if !isSupplied { throw error }
        }
    }

    private var isSupplied: Bool { state.withLock(\.isSupplied) }

    private func keep(_ answer: BroughtFeature) {
        state.withLock { state in
            if let other = state.answer, other.question > answer.question { return }
            state.answer = answer
        }
    }

    /// Another question has brought all of it: it is loaded without asking. An attempt that is under way ends by itself, and does not fail any more.
    func supply(_ answer: BroughtFeature) async {
        keep(answer)
        state.withLock { $0.isSupplied = true }
        if !loadStatus.isLoading { try? await retryLoad() }
    }

    /// What has been loaded; once.
    func takeAnswer() -> BroughtFeature? { state.withLock { $0.answer.take() } }
}
