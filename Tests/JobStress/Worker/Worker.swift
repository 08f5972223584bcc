import CairnCore
import CairnTesting
import Foundation

/// A process that works on whatever there is, and commands jobs that others have.
actor Worker {
    let site: Site
    let place: Workplace
    let store: FileJobStore
    let kinds = JobKinds()
    let configuration: JobConfiguration
    let manager: JobManager
    /// Jobs that the manager does not hold.
    var singles: [Job<StressWork>] = []
    var commands: [Command] = []
    /// What it is about, for whoever looks for what does not move.
    var occupation = ""

    init(_ site: Site, seed: UInt64) throws {
        self.site = site
        let place = try Workplace(site, worker: "\(seed)", seed: seed)
        self.place = place
        store = try FileJobStore(directory: URL(filePath: site.folder(.store)))
        kinds.register(StressWork.self) { place }
        var configuration = JobConfiguration(
            store: store, random: { place.number() },
            outage: OutagePolicy(tolerance: .seconds(60), backoff: Backoff(initial: .milliseconds(50), maximum: .seconds(1))),
            kinds: kinds)
        configuration.followingInterval = .seconds(clamping: try site.plan().followingInterval)
        self.configuration = configuration
        manager = JobManager(
            kinds: kinds, configuration: configuration, maximumRunning: Plan.placesOfWorker, heartbeatInterval: .milliseconds(200)
        )
    }

    func run() async throws {
        let (parent, teller) = (getppid(), Task { try await tellWhenAsked() })
        defer { teller.cancel() }
        try await restore()
        while !site.isOver, getppid() == parent {
            try await act()
            if place.isLucky(0.01) { return try await leave() }
        }
        try await finish()
    }

    private func act() async throws {
        try await perhaps(0.1, "restore") { try await restore() }
        try await perhaps(0.3, "start all") { await manager.startAll() }
        try await perhaps(0.2, "forget some") { try await forgetSome() }
        try await perhaps(0.3, "retry some") { await retrySome() }
        try await perhaps(0.3, "make a job") { try await makeJob() }
        try await perhaps(0.1, "take a single job") { try await takeSingle() }
        try await perhaps(0.2, "command") { try await command() }
        try await perhaps(1, "tend single jobs") { await tendSingles() }
        commands.removeAll(where: \.isDone)
        try await perhaps(1, "rest") { try await ContinuousClock().sleep(for: place.portion(of: 0.3)) }
    }

    private func perhaps(_ probability: Double, _ occupation: String, _ body: () async throws -> Void) async throws {
        guard place.isLucky(probability) else { return }
        self.occupation = occupation
        try await body()
    }

    func restore() async throws {
        for (file, error) in try await manager.restore() { site.report("unreadable: \(file), \(error)") }
        await manager.startAll()
    }

    /// Gives jobs that were paused back to the others.
    private func forgetSome() async throws {
        for job in await manager.jobs where job.status == .paused && place.isLucky(0.2) {
            do { try await manager.forget(job.id) } catch JobError.running, JobError.claimLost {}
        }
    }

    private func retrySome() async {
        for job in await manager.jobs where job.status == .failed { try? await manager.retry(job.id) }
    }
}
