import CairnCore
import Foundation

/// Looks at the store from time to time: whether all has ended, whether anything moves, and whether what was true is still true.
struct Observer {
    private static let patience = Duration.seconds(60)

    let site: Site
    let plan: Plan
    let store: FileJobStore
    private let start = ContinuousClock.now
    private var seen: [UUID: JobRecord] = [:]
    private var lastLook = ContinuousClock.now
    private var lastWord = ContinuousClock.now
    private var lastMove = ContinuousClock.now
    private var kills = 0

    init(_ site: Site, _ plan: Plan, _ store: FileJobStore) {
        (self.site, self.plan, self.store) = (site, plan, store)
    }

    /// Why it is of no use to wait any longer.
    var impatience: String? {
        if ContinuousClock.now - lastMove > Self.patience {
            return "Nothing has moved for \(Self.patience.components.seconds) s."
        }
        if ContinuousClock.now - start > .seconds(plan.seconds) { return "It takes longer than \(plan.seconds) s." }
        return nil
    }

    mutating func hasSeenTheEnd(kills: Int) async throws -> Bool {
        guard ContinuousClock.now - lastLook > .milliseconds(500) else { return false }
        try await look()
        lastLook = .now
        if kills != self.kills { lastMove = .now }
        self.kills = kills
        sayHowItGoes()
        let isMade = try site.names(in: .tickets).isEmpty && seen.count >= plan.jobs
        return kills >= plan.kills && isMade && seen.values.allSatisfy(Self.hasEnded)
    }

    private mutating func look() async throws {
        for listing in try await store.list() {
            switch listing {
            case .unreadable(let file, let error): site.report("unreadable: \(file), \(error)")
            case .record(let record, _): compare(record)
            }
        }
    }

    private mutating func compare(_ record: JobRecord) {
        let old = seen.updateValue(record, forKey: record.id)
        guard old?.revision != record.revision else { return }
        lastMove = .now
        guard let old else { return }
        let change = "\(record.id), revision \(old.revision) \(old.status) to \(record.revision) \(record.status)"
        if record.revision < old.revision { site.report("an older record: \(change)") }
        if record.progress < old.progress { site.report("progress went down: \(change)") }
        if Self.hasEnded(old) { site.report("written after its end: \(change)") }
    }

    private static func hasEnded(_ record: JobRecord) -> Bool { record.status == .succeeded || record.status == .canceled }

    private mutating func sayHowItGoes() {
        guard ContinuousClock.now - lastWord > .seconds(5) else { return }
        lastWord = .now
        let counts = Dictionary(grouping: seen.values, by: \.status).mapValues(\.count)
        let text = JobStatus.allCases.compactMap { status in counts[status].map { "\($0) \(status)" } }.joined(separator: ", ")
        Console.print("\((ContinuousClock.now - start).components.seconds) s: \(text), \(kills) kills")
    }
}
