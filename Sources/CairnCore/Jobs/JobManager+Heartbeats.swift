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
        removeSoon()
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
        for id in running { if let job = entries[id]?.job, !job.isBusy { freePlace(of: job) } }
        startWaiting()
    }

    /// Begins to remove what is not to be kept, unless that is under way: a store that is slow to remove keeps nobody from what a job does.
    func removeSoon() {
        guard removal == nil, !owed.isEmpty || retention.hasSurplus(in: &ended, at: configuration.date()) else { return }
        removal = Task { [weak self] in await self?.removeAll() }
    }

    private func removeAll() async {
        await removeSurplus()
        removal = nil
    }

    /// Removes what has ended and is not to be kept; what cannot be removed now is tried again later.
    func removeSurplus() async {
        let due = owed
        owed = []
        for id in due { await removeOrOwe(id) }
        while let id = retention.popSurplus(of: &ended, at: configuration.date()) { await removeOrOwe(id) }
        keepPulse()
    }

    private func removeOrOwe(_ id: UUID) async {
        guard entries[id] != nil else { return }
        do { try await remove(id) } catch { owed.append(id) }
    }

    private var needsPulse: Bool {
        if !owed.isEmpty || retention.maximumAge != nil && !ended.isEmpty { return true }
        guard configuration.store != nil else { return false }
        return !running.isEmpty || !blocked.isEmpty || !live.isEmpty
    }
}
