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
        /// Whether nothing is to be written any more; else what has changed before the end is.
        var isRemoving = false
        /// The record as it was at the end: the job may be gone when it is written, or have gone on, which is not kept.
        var last: JobRecord?
        var claim: JobClaim?
        var revision = 0
        /// Whether that is of something that the store has not taken.
        var isAhead = false
        var messageCount = 0
        var trouble: (any Error)?
    }

    /// Whose records these are, of those that end.
    private struct Place: Hashable {
        let directory: URL?
        let id: UUID
    }

    private struct Ending: Sendable {
        let keeper: ObjectIdentifier
        let isOver = Level(false)
    }

    private struct Living: Sendable {
        weak var keeper: JobKeeper?
    }

    /// Those that keep something, by what that is.
    private static let living = Guarded<[Place: [ObjectIdentifier: Living]]>([:])

    /// Keepers that end: who comes next for the same record waits for them, and finds it free.
    private static let endings = Guarded<[Place: [Ending]]>([:])

    let id: UUID
    private let place: Place
    private let store: FileJobStore?
    /// The records in a store that are newer than what is there: a manager that goes, or has just gone, has not written them yet.
    static func unwritten(at directory: URL) -> [UUID: JobRecord] {
        let keepers = living.read(\.self).filter { $0.key.directory == directory }.values.flatMap(\.values).compactMap(\.keeper)
        return Dictionary(keepers.compactMap { keeper in keeper.unwritten.map { (keeper.id, $0) } }) { first, _ in first }
    }

    private let record: @Sendable () -> JobRecord?
    private let onChange: @Sendable () -> Void
    private let state: Guarded<State>

    /// - Parameters:
    ///   - store: Nil where there is none: then only `onChange` is called.
    ///   - directory: Where the store is.
    ///   - revision: The newest that is known to have been kept anywhere; 0 of a job that is new.
    ///   - record: The job's record; nil once the job is gone.
    ///   - onChange: Is called before each change is written.
    init(
        _ id: UUID, in store: FileJobStore?, at directory: URL?, revision: Int = 0,
        _ record: @escaping @Sendable () -> JobRecord?, onChange: @escaping @Sendable () -> Void
    ) {
        var first = State()
        first.revision = revision
        state = Guarded(first)
        (self.id, self.store, self.record, self.onChange) = (id, store, record, onChange)
        place = Place(directory: directory, id: id)
    }

    /// Whether there is a store at all.
    var hasStore: Bool { store != nil }
    /// Why the last state could not be written; nil if it was.
    var trouble: (any Error)? { state.read(\.trouble) }

    /// Whether something has changed that was not written yet.
    var isBehind: Bool { state.read { $0.written < $0.changes } }

    /// More than any store counts to while it cannot be asked.
    private static let lead = 1 << 32

    /// A revision for what is kept elsewhere, for the store does not take it: greater than that of any record there.
    func goAhead() -> Int {
        state.change { state, _ in
            // What is beyond could not be read again.
            state.revision = min(state.revision + (state.isAhead ? 1 : Self.lead), JobRecord.revisionRange.upperBound)
            state.isAhead = true
            return state.revision
        }
    }

    /// Keeps the job from now on, until it is ended.
    func enter() {
        Self.living.change { living, _ in living[place, default: [:]][ObjectIdentifier(self)] = Living(keeper: self) }
        if state.read(\.isEnded) { leave() }
    }

    private func leave() {
        Self.living.change { living, _ in
            living[place]?[ObjectIdentifier(self)] = nil
            if living[place]?.isEmpty == true { living[place] = nil }
        }
    }

    /// The record, if it is newer than what was written.
    private var unwritten: JobRecord? {
        let (isNewer, last, revision) = state.read { ($0.written < $0.changes && !$0.isRemoving, $0.last, $0.revision) }
        guard isNewer, var record = last ?? record() else { return nil }
        record.revision = max(record.revision, revision) + 1
        return record
    }

    func recordChanged() { begin() }

    func keep() async {
        await withCheckedContinuation { continuation in
            let waiter = Waiter<Never>(continuation)
            state.change { state, wakes in
                if state.isRemoving || state.written == state.changes { return wakes.resume(waiter) }
                state.waiters.append((state.changes, waiter))
            }
        }
    }

    private func begin() {
        state.change { state, _ in
            if !state.isEnded { self.count(&state) }
        }
    }

    private func count(_ state: inout State) {
        state.changes += 1
        if state.writer == nil { state.writer = Task { await self.write() } }
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
            if state.written < state.changes, !state.isRemoving { return state.changes }
            state.writer = nil
            return nil
        }
    }

    private func writeRecord() async throws {
        guard let store else { return }
        let claim = try await claimed(in: store)
        guard var record = state.read(\.last) ?? record() else { return }
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
        state.change { state, _ in
            // Something may have been kept elsewhere meanwhile.
            if state.revision <= new { (state.revision, state.isAhead) = (new, false) }
            state.messageCount = max(written, count)
        }
    }

    private func claimed(in store: FileJobStore) async throws -> JobClaim {
        if let claim = state.read(\.claim) { return claim }
        await waitForFormer()
        let claim = try await store.claim(id)
        let known: JobRecord?
        do { known = try await store.load(id) } catch {
            // Nobody else could have it either.
            try? await store.release(claim)
            throw error
        }
        let (revision, count) = (known?.revision ?? 0, known?.messages.count ?? 0)
        state.change { state, _ in
            // What was kept elsewhere while the store was in trouble is newer.
            (state.claim, state.revision, state.messageCount) = (claim, max(state.revision, revision), count)
        }
        return claim
    }

    /// Will be ended, whatever comes between: who comes next for the same record waits from now on until it has.
    func willEnd() {
        Self.endings.change { endings, _ in
            let me = ObjectIdentifier(self)
            if endings[place]?.contains(where: { $0.keeper == me }) == true { return }
            endings[place, default: []].append(Ending(keeper: me))
        }
    }

    /// Takes no more changes: those before are written, and the record stays; or it is removed.
    ///
    /// - Parameter removed: Is called when it has been removed; not if another has it, or the store refuses.
    func end(removing: Bool, _ removed: @escaping @Sendable () -> Void = {}) {
        let last = removing ? nil : record()
        let writer = state.change { state, wakes in
            (state.isEnded, state.isRemoving, state.last) = (true, removing, last)
            guard removing else {
                // How it stands now: of a job that has just changed nobody may have been told yet.
                if state.changes > 0 { self.count(&state) }
                return state.writer
            }
            for entry in state.waiters { wakes.resume(entry.waiter) }
            state.waiters = []
            return state.writer
        }
        willEnd()
        // Ends with what is written, and keeps this until then.
        Task {
            await waitForFormer()
            await writer?.value
            if removing { if await removeRecord() { removed() } } else { await release() }
            hasEnded()
        }
    }

    /// Waits until those before have ended.
    private func waitForFormer() async {
        let former = Self.endings.read { $0[place] ?? [] }.prefix { $0.keeper != ObjectIdentifier(self) }
        for ending in former {
            for await isOver in ending.isOver.values where isOver { break }
        }
    }

    private func hasEnded() {
        leave()
        let ended = Self.endings.change { endings, _ in
            let ended = endings[place]?.filter { $0.keeper == ObjectIdentifier(self) } ?? []
            endings[place]?.removeAll { $0.keeper == ObjectIdentifier(self) }
            if endings[place]?.isEmpty == true { endings[place] = nil }
            return ended
        }
        for ending in ended { ending.isOver.send(true) }
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
