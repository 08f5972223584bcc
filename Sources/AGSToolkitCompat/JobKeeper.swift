import AGSCompat
import CairnCallbacks
import CairnCore
import Foundation

/// Keeps the record of one job in a store: each change is written, the newest state each time, and a checkpoint waits for that.
///
/// A store in trouble does not stop the job, whose entry is in the user's defaults, too; the next change tries again.
final class JobKeeper: RecordKeeper {
    private struct State: Sendable {
        /// Counts changes, and those of them that were written, or tried to be.
        var (changes, written) = (0, 0)
        var writer: Task<Void, Never>?
        var waiters: [(change: Int, waiter: Waiter<Never>)] = []
        var isEnded = false
        var claim: JobClaim?
        var revision = 0
        var messageCount = 0
        var trouble: (any Error)?
    }

    private let id: UUID
    private let store: FileJobStore?
    private let record: @Sendable () -> JobRecord?
    private let onChange: @Sendable () -> Void
    private let state = Guarded(State())

    /// - Parameters:
    ///   - store: Nil where there is none: then only `onChange` is called.
    ///   - record: The job's record; nil once the job is gone.
    ///   - onChange: Is called before each change is written.
    init(
        _ id: UUID, in store: FileJobStore?, _ record: @escaping @Sendable () -> JobRecord?,
        onChange: @escaping @Sendable () -> Void
    ) {
        (self.id, self.store, self.record, self.onChange) = (id, store, record, onChange)
    }

    /// Why the last state could not be written; nil if it was.
    var trouble: (any Error)? { state.read(\.trouble) }
    /// Of the state that was written last.
    var revision: Int { state.read(\.revision) }

    func recordChanged() { begin() }

    func keep() async {
        await withCheckedContinuation { continuation in
            let waiter = Waiter<Never>(continuation)
            state.change { state, wakes in
                if state.isEnded || state.written == state.changes { return wakes.resume(waiter) }
                state.waiters.append((state.changes, waiter))
            }
        }
    }

    private func begin() {
        state.change { state, _ in
            if state.isEnded { return }
            state.changes += 1
            if state.writer == nil { state.writer = Task { await self.write() } }
        }
    }

    private func write() async {
        while let change = nextChange() {
            onChange()
            var trouble: (any Error)?
            do { try await writeRecord() } catch { trouble = error }
            state.change { [trouble] state, _ in state.trouble = trouble }
            // Before anybody is told that it is kept: it is not in the store.
            if trouble != nil { onChange() }
            state.change { state, wakes in
                state.written = change
                for entry in state.waiters where entry.change <= change { wakes.resume(entry.waiter) }
                state.waiters.removeAll { $0.change <= change }
            }
        }
    }

    private func nextChange() -> Int? {
        state.change { state, _ in
            if state.written < state.changes, !state.isEnded { return state.changes }
            state.writer = nil
            return nil
        }
    }

    private func writeRecord() async throws {
        guard let store else { return }
        let claim = try await claimed(in: store)
        guard var record = record() else { return }
        let (revision, written) = state.read { ($0.revision, $0.messageCount) }
        record.revision = max(record.revision, revision) + 1
        do {
            try await store.save(record, appending: Array(record.messages.dropFirst(written)), claim: claim)
        } catch JobError.claimLost(let id) {
            state.change { state, wakes in
                if let claim = state.claim.take() { wakes.release(claim) }
            }
            throw JobError.claimLost(id)
        }
        let (new, count) = (record.revision, record.messages.count)
        state.change { state, _ in (state.revision, state.messageCount) = (new, max(written, count)) }
    }

    private func claimed(in store: FileJobStore) async throws -> JobClaim {
        if let claim = state.read(\.claim) { return claim }
        let claim = try await store.claim(id)
        let known = try await store.load(id)
        let (revision, count) = (known?.revision ?? 0, known?.messages.count ?? 0)
        state.change { state, _ in (state.claim, state.revision, state.messageCount) = (claim, revision, count) }
        return claim
    }

    /// Writes nothing more from now on; the record stays, or is removed.
    ///
    /// - Parameter removed: Is called when it has been removed; not if another has it, or the store refuses.
    func end(removing: Bool, _ removed: @escaping @Sendable () -> Void = {}) {
        let writer = state.change { state, wakes in
            state.isEnded = true
            for entry in state.waiters { wakes.resume(entry.waiter) }
            state.waiters = []
            return state.writer
        }
        // Ends with what was begun, and is owned by nobody: the job, and its manager, may be gone by then.
        Task { [self] in
            await writer?.value
            if removing { if await removeRecord() { removed() } } else { await release() }
        }
    }

    private func removeRecord() async -> Bool {
        guard let store else { return false }
        do {
            let held = state.change { state, _ in state.claim.take() }
            let claim = if let held { held } else { try await store.claim(id) }
            do { try await store.remove(claim) } catch {
                try? await store.release(claim)
                throw error
            }
            return true
        } catch {
            return false
        }
    }

    private func release() async {
        let held = state.change { state, _ in state.claim.take() }
        if let held { try? await store?.release(held) }
    }
}
