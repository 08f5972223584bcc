import CairnCore
import Foundation

/// What a job more costs a manager that holds many, and a child more a job that has many: at two sizes, the second against the first.
enum JobManagerBenchmark {
    private struct Trivial: JobWork {
        static let kind = "benchmark.trivial"
        @concurrent func perform(in context: JobContext<Self>) async throws {}
    }

    private struct Parent: JobWork {
        static let kind = "benchmark.parent"
        var children: Int
        @concurrent func perform(in context: JobContext<Self>) async throws {
            for number in 0..<children {
                try await context.child(Trivial(), named: "\(number)", weight: 1 / Double(children))
            }
        }
    }

    @concurrent
    static func run() async throws -> [Measurement] {
        [try await jobs(), try await children()]
    }

    private static func jobs() async throws -> Measurement {
        let few = try await eachJob(among: 10_000)
        let many = try await eachJob(among: 100_000)
        return Measurement(
            name: "a job added, run and removed among 100,000 ended", value: many * 1e6, unit: "µs",
            peer: "≤ 2 × among 10,000 (\(rounded(few * 1e6)) µs): \(rounded(many / few)) ×", isWithinBound: many <= 2 * few)
    }

    /// Seconds a job, the median of five runs of two hundred.
    private static func eachJob(among ended: Int) async throws -> Double {
        let manager = JobManager(kinds: JobKinds())
        let done = try Job(Trivial())
        try await done.run()
        guard case .object(var members) = done.record.json else { return .infinity }
        for _ in 0..<ended {
            members["id"] = .string(UUID().uuidString)
            await manager.add(try Job<Trivial>(restoring: JobRecord(json: .object(members))) {})
        }
        let count = 200
        return try await median {
            try await seconds {
                for _ in 0..<count {
                    let job = try await manager.makeJob(Trivial(), services: ())
                    try await manager.start(job.id)
                    try await job.output
                    try await manager.remove(job.id)
                }
            }
        } / Double(count)
    }

    private static func children() async throws -> Measurement {
        let (few, many) = try await medians({ try await eachChild(of: 1000) }, { try await eachChild(of: 8000) })
        return Measurement(
            name: "a child of a job that has 8,000", value: many * 1e6, unit: "µs",
            peer: "≤ 2 × of one that has 1,000 (\(rounded(few * 1e6)) µs): \(rounded(many / few)) ×",
            isWithinBound: many <= 2 * few)
    }

    private static func eachChild(of count: Int) async throws -> Double {
        try await seconds { try await Job(Parent(children: count)).run() } / Double(count)
    }
}
