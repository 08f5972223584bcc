import Foundation

/// What a manager does by itself from time to time. A store that does not answer for one job keeps no other waiting.
extension JobManager {
    /// One heartbeat of every job that this process may have; made by itself while there are such jobs.
    public func heartbeat() async {
        await withTaskGroup { group in
            for job in liveJobs { group.addTask { await job.heartbeat() } }
        }
        look()
        await removeSurplus()
    }

    /// Sees to it that heartbeats are made as long as there is something to tell, to hear, or to remove in time.
    func keepPulse() {
        guard pulse == nil, needsPulse else { return }
        let (time, interval) = (ElapsedTime(configuration.clock), heartbeatInterval)
        pulse = Task { [weak self] in
            repeat {
                guard (try? await time.sleep(for: interval)) != nil else { return }
            } while await self?.beat() == true
        }
    }

    /// Begins what is not under way yet; whether there is to be a next time.
    private func beat() -> Bool {
        for job in liveJobs where entries[job.id]?.beat == nil {
            entries[job.id]?.beat = Task { [weak self] in
                await job.heartbeat()
                await self?.hasBeaten(job.id)
            }
        }
        look()
        removeAgain()
        if !needsPulse { pulse = nil }
        return pulse != nil
    }

    private func hasBeaten(_ id: UUID) { entries[id]?.beat = nil }

    private var liveJobs: [any JobProtocol] { live.compactMap { entries[$0]?.job } }

    /// Looks again at what other processes had, and at places whose bodies may have ended.
    private func look() {
        for job in liveJobs where job.isAtRest && !job.holdsClaim { live.remove(job.id) }
        for id in blocked where entries[id]?.job.owner == nil {
            blocked.remove(id)
            if isWanted(id) { enqueue(id) }
        }
        for id in running {
            guard let job = entries[id]?.job else { continue }
            if !job.isBusy { freePlace(of: job) } else if job.holdsClaim { entries[id]?.isRetried = false }
        }
        startWaiting()
    }

    /// Begins to remove what is not to be kept, a few at a time: a store that does not answer for one keeps no other waiting.
    func removeSoon() {
        while removals.count < Self.maximumRemovals, let id = nextSurplus() {
            if removals[id] != nil { continue }
            removals[id] = Task { [weak self] in await self?.removeOrOwe(id) }
        }
        keepPulse()
    }

    /// Removes what is not to be kept.
    func removeSurplus() async {
        removeAgain()
        while let removal = removals.values.first { await removal.value }
    }

    /// The same, and what could not be removed before.
    private func removeAgain() {
        (due, owed) = (due + owed.reversed(), [])
        removeSoon()
    }

    private static let maximumRemovals = 8

    private func nextSurplus() -> UUID? {
        due.popLast() ?? retention.popSurplus(of: &ended, at: configuration.date())
    }

    private func removeOrOwe(_ id: UUID) async {
        if entries[id] != nil { do { try await remove(id) } catch { owed.append(id) } }
        removals[id] = nil
        removeSoon()
    }

    private var needsPulse: Bool {
        if !owed.isEmpty || !due.isEmpty || retention.maximumAge != nil && !ended.isEmpty { return true }
        guard configuration.store != nil else { return false }
        return !running.isEmpty || !blocked.isEmpty || !live.isEmpty
    }
}
