import CairnCore
import CairnTesting
import Foundation

/// Starts the workers, kills them, and replaces them, until every job has ended.
struct Driver {
    let site: Site
    let plan: Plan
    let start = ContinuousClock.now
    private var chance: SeededGenerator
    private var workers: [WorkerProcess] = []
    private var started = 0
    private var kills = 0
    private var nextKill: ContinuousClock.Instant
    private var tickets = 0

    init(_ site: Site, _ plan: Plan) throws {
        self.site = site
        self.plan = plan
        chance = SeededGenerator(seed: plan.seed)
        nextKill = start
        try site.prepare(plan)
    }

    /// Whether all has been well.
    mutating func run() async throws -> Bool {
        defer { workers.forEach { try? $0.kill(at: site) } }
        let store = try FileJobStore(directory: URL(filePath: site.folder(.store)))
        try await seed(store)
        var observer = Observer(site, plan, store)
        while try await !observer.hasSeenTheEnd(kills: kills) {
            if let reason = observer.impatience {
                try await explain(reason, store)
                return false
            }
            try killSome()
            try giveTickets()
            try replaceDead()
            try await ContinuousClock().sleep(for: .milliseconds(20))
        }
        try await dismissWorkers(store)
        return try await judge()
    }

    /// Half of the jobs are there from the beginning; the others are made by workers.
    private mutating func seed(_ store: FileJobStore) async throws {
        while tickets < plan.jobs / 2 {
            let job = try Job(StressWork(number: tickets, at: site), services: Workplace(site, worker: "driver", seed: 0))
            let claim = try await store.claim(job.id)
            try await store.save(job.record, appending: [], claim: claim)
            try site.noteMade(job.id)
            try await store.release(claim)
            tickets += 1
        }
    }

    /// There is work for as long as there are kills.
    private mutating func giveTickets() throws {
        let share = plan.kills == 0 ? 1 : Double(kills) / Double(plan.kills)
        let due = Double(plan.jobs / 2) + share * Double(plan.jobs - plan.jobs / 2)
        while Double(tickets) < due {
            try site.mark(.tickets, "\(tickets)")
            tickets += 1
        }
    }

    private mutating func killSome() throws {
        guard kills < plan.kills, ContinuousClock.now >= nextKill, let worker = workers.randomElement(using: &chance) else {
            return
        }
        nextKill = .now + .seconds(clamping: Double.random(in: 0..<2 * plan.killInterval, using: &chance))
        guard worker.isRunning else { return }
        try worker.kill(at: site)
        kills += 1
    }

    private mutating func replaceDead() throws {
        for worker in workers where !worker.isRunning { worker.fault(at: site).map(site.report) }
        workers.removeAll { !$0.isRunning }
        while workers.count < plan.processes {
            started += 1
            workers.append(try WorkerProcess("\(plan.seed * 10_000 + UInt64(started))", at: site))
        }
    }

    private mutating func dismissWorkers(_ store: FileJobStore) async throws {
        site.end()
        let start = ContinuousClock.now
        while workers.contains(where: \.isRunning), ContinuousClock.now - start < .seconds(60) {
            try await ContinuousClock().sleep(for: .milliseconds(20))
        }
        if workers.contains(where: \.isRunning) { try await explain("Workers do not end.", store) }
        for worker in workers {
            if worker.isRunning {
                site.report("worker \(worker.name) does not end")
            } else {
                worker.fault(at: site).map(site.report)
            }
        }
        workers.removeAll { !$0.isRunning }
    }

    private func judge() async throws -> Bool {
        let violations = try await Inspection(site).violations()
        for violation in violations { Console.print("violation: \(violation)") }
        let seconds = (ContinuousClock.now - start).seconds.formatted(.number.precision(.fractionLength(1)))
        Console.print(
            "JobStress: \(try await Tally(site)), \(try site.names(in: .kills).count) kills, \(started) workers, \(seconds) s, seed \(plan.seed), violations: \(violations.count)"
        )
        return violations.isEmpty
    }

    private func explain(_ reason: String, _ store: FileJobStore) async throws {
        Console.print("JobStress: \(reason)")
        site.askForSituations()
        try await ContinuousClock().sleep(for: .seconds(3))
        try await Standstill(site, store).lines().forEach(Console.print)
    }
}
