/// What the store knows of a job and what it has yet to be told.
struct JobLedger: Sendable {
    /// Counts the changes that want saving.
    var version = 0
    /// The version that the store has.
    var saved = 0
    /// The revision of the newest record that the store is known to have.
    var revision = 0
    /// The highest that has been sent to it: what was refused may have been written all the same, and is not written twice.
    var sentRevision = 0
    /// Whether what stands here may be other than any record: the claim was lost with something unsaved.
    var hasStrayed = false
    var tenure: JobTenure
    /// A claim that was given, while the record has not been seen, or that could not be given back: good for nothing but the next attempt.
    var unseen: JobClaim?
    /// Changes of status that are to be announced once their version is saved.
    var unannounced: [(version: Int, status: JobStatus)] = []
    var unsavedMessages: [JobMessage] = []
    /// How many of the messages are in the store.
    var storedMessages = 0

    /// Whether the last heartbeat was answered.
    var isHeard = true
    /// Whether the claim is being given back now.
    var isReleasing = false
    /// Whether the claim is to be given back as soon as the job is at rest.
    var isReleaseWanted = false

    /// The one task that talks to the store.
    var keeper: Task<Void, Never>?
    /// What the keeper waits on between two attempts; cancelled to have one made at once.
    var nap: Task<Void, Never>?
    /// How long to wait before the next attempt; nil if it is to be made at once.
    var backoff: Duration?
    /// How many attempts in a row have been refused, and since when.
    var refusals = 0
    var refusedSince: Duration?
    /// Announces the end if it is not saved in time.
    var announcer: Task<Void, Never>?
    /// Lets a cancelled job's body go that waits for a store that does not answer.
    var releaser: Task<Void, Never>?

    /// What servers were given, and no record is known to tell of.
    var submitted: [SubmittedServerJob] = []

    /// Who waits until a version is saved.
    var flushers: [StoreWaiter] = []
    /// Who waits until the job is this object's.
    var claimants: [StoreWaiter] = []
    /// Who waits until the claim has been given back.
    var releasers: [Waiter<any Error>] = []
    /// Who waits until the record has been removed.
    var removers: [Waiter<any Error>] = []

    init(tenure: JobTenure) {
        self.tenure = tenure
    }

    var isDurable: Bool { saved >= version }

    /// Whether a record of this job has been written: where it is missing now, the job was removed.
    var isKnownToStore: Bool { revision > 0 }

    /// Whether a record says something that does not stand here.
    func isNews(_ record: JobRecord) -> Bool { record.revision > revision || hasStrayed }

    /// Whether the store has the job down as this object's.
    var isClaimed: Bool { tenure.claim != nil || unseen != nil }

    /// What the keeper does next.
    enum Step: Sendable {
        case claim
        case save(JobClaim)
        case remove(JobClaim)
        case release(JobClaim)
        case follow
        case nap(Duration)
    }

    /// The next step; nil if there is nothing to do, or nothing but to look again later.
    ///
    /// - Parameters:
    ///   - isIdle: Whether nothing is under way: only then is the claim given up.
    ///   - isKept: Whether the claim is needed although nothing is under way.
    func nextStep(isIdle: Bool, isKept: Bool, hasEnded: Bool, _ pursuit: JobPursuit?) -> Step? {
        switch tenure {
        case .unstored: unseen.map { attempt(.release($0)) }
        case .held(let claim): nextStep(with: claim, isIdle, isKept, hasEnded)
        case .free where !isDurable || !claimants.isEmpty || !removers.isEmpty: attempt(.claim)
        case .free, .elsewhere:
            if let unseen, pursuit?.wantsClaim != true {
                attempt(.release(unseen))
            } else {
                pursuit.flatMap { $0.isDue ? .follow : nil }
            }
        }
    }

    private func nextStep(with claim: JobClaim, _ isIdle: Bool, _ isKept: Bool, _ hasEnded: Bool) -> Step? {
        if !removers.isEmpty, isIdle { return attempt(.remove(claim)) }
        if !isDurable { return attempt(.save(claim)) }
        let isGivenUp = hasEnded || isReleaseWanted || !releasers.isEmpty
        return isIdle && isGivenUp && !isKept ? attempt(.release(claim)) : nil
    }

    /// The step, or a wait if the store has just refused one.
    private func attempt(_ step: Step) -> Step {
        backoff.map(Step.nap) ?? step
    }

    mutating func stopTimers(_ wakes: inout Wakes) {
        wakes.cancel(announcer)
        wakes.cancel(releaser)
        (announcer, releaser) = (nil, nil)
    }

    /// The store has accepted something: it is no longer in trouble.
    mutating func accepted() {
        (refusals, refusedSince, backoff) = (0, nil, nil)
    }

    /// The store has refused something: the next attempt comes later.
    mutating func refused(at now: Duration, _ backoff: Duration) {
        refusals += 1
        refusedSince = refusedSince ?? now
        self.backoff = backoff
    }

    /// Who has waited for no more than that version.
    mutating func takeFlushers(upTo version: Int) -> [Waiter<any Error>] {
        let due = flushers.filter { $0.version <= version }
        flushers.removeAll { $0.version <= version }
        return due.map(\.waiter)
    }

    /// Who waits for the claim.
    mutating func takeClaimants() -> [Waiter<any Error>] {
        defer { claimants = [] }
        return claimants.map(\.waiter)
    }

    /// Who does not wait any longer after a refusal of that version, or of the claim.
    mutating func takeImpatient(upTo version: Int, at now: Duration, tolerance: Duration) -> [StoreWaiter] {
        for place in flushers.indices where flushers[place].version <= version {
            flushers[place].refusedSince = flushers[place].refusedSince ?? now
        }
        let isOut = { (waiter: StoreWaiter) in waiter.version <= version && waiter.isOutOfPatience(at: now, tolerance) }
        let impatient = flushers.filter(isOut) + claimants.filter(isOut)
        flushers.removeAll(where: isOut)
        claimants.removeAll(where: isOut)
        return impatient
    }

    /// Whether a body waits for the store.
    var hasPatient: Bool { flushers.contains { $0.patience == .tolerance } }

    /// Whether the newest attempt was refused.
    var isRefused: Bool { refusals > 0 }

    /// Who waits in a body that is stopped: not any longer, if the store does not even answer, or has refused.
    ///
    /// What was kept after the refused attempt was begun would be in the next, which is as likely to be refused.
    mutating func takePatient(ofSilent isSilent: Bool = false) -> [Waiter<any Error>] {
        let isLetGo = isSilent || isRefused
        let isPatient = { (waiter: StoreWaiter) in waiter.patience == .tolerance && (isLetGo || waiter.refusedSince != nil) }
        defer { flushers.removeAll(where: isPatient) }
        return flushers.filter(isPatient).map(\.waiter)
    }

    /// How long the first of those who are patient still waits.
    func remaining(at now: Duration, tolerance: Duration) -> Duration? {
        let waits = flushers.compactMap { $0.patience == .tolerance ? $0.refusedSince : nil }
        return waits.min().map { max(.zero, tolerance - (now - $0)) }
    }

    /// Who waits until the claim has been given back.
    mutating func takeReleasers() -> [Waiter<any Error>] { take(\.releasers) }
    /// Who waits until the record is gone.
    mutating func takeRemovers() -> [Waiter<any Error>] { take(\.removers) }

    private mutating func take(_ list: WritableKeyPath<JobLedger, [Waiter<any Error>]>) -> [Waiter<any Error>] {
        defer { self[keyPath: list] = [] }
        return self[keyPath: list]
    }

    /// Tells everybody who waits for the store that it will not be.
    mutating func dismissAll(_ error: any Error, _ wakes: inout Wakes) {
        let waiting = takeFlushers(upTo: .max) + takeClaimants() + takeReleasers() + takeRemovers()
        for waiter in waiting { wakes.resume(waiter, with: .failure(error)) }
    }

    /// Tells who wants the claim that it cannot be had.
    mutating func dismissClaimants(_ error: any Error, _ wakes: inout Wakes) {
        for claimant in takeClaimants() { wakes.resume(claimant, with: .failure(error)) }
    }

    /// Tells who wants the job given up that it runs.
    mutating func refuseToGiveUp(_ error: any Error, _ wakes: inout Wakes) {
        isReleaseWanted = false
        for waiter in takeReleasers() + takeRemovers() { wakes.resume(waiter, with: .failure(error)) }
    }
}
