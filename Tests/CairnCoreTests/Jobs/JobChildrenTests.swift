import CairnTesting
import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct JobChildrenTests {
    /// Asks for one child after the other.
    private struct Asking: JobWork {
        static let kind = "test.asking"
        typealias Services = @Sendable (JobContext<Self>) async throws -> Void
        @concurrent func perform(in context: JobContext<Self>) async throws { try await context.services(context) }
    }

    private func failure(of body: @escaping Asking.Services) async throws -> any Error {
        let job = try Job(Asking(), services: body)
        do { try await job.run() } catch { return error }
        throw Broken()
    }

    @Test func `a name used again for other work is an error`() async throws {
        let error = try await failure { context in
            _ = try await context.child(Steps(count: 1), named: "a", weight: 0.5, services: Steps.Services())
            _ = try await context.child(Steps(count: 2), named: "a", weight: 0.5, services: Steps.Services())
        }
        #expect(error as? JobError == .childMismatch(name: "a", reason: "it has been used for work with other parameters"))
        let other = try await failure { context in
            _ = try await context.child(Steps(count: 1), named: "a", weight: 0.5, services: Steps.Services())
            _ = try await context.child(Errand(), named: "a", weight: 0.5, services: Errand.Services())
        }
        #expect(other as? JobError == .childMismatch(name: "a", reason: "it has been used for work of the kind \"test.steps\""))
    }

    @Test func `a name used while its work is under way is an error`() async throws {
        let gate = Gate()
        let error = try await failure { context in
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        try await context.child(Steps(count: 1), named: "a", weight: 0.5, services: Steps.Services(gate: gate))
                    }
                }
                for try await _ in group {}
            }
        }
        #expect(error as? JobError == .childMismatch(name: "a", reason: "it is under way already"))
    }

    @Test(arguments: [-0.1, 1.1, .nan, .infinity])
    func `a weight outside 0 to 1 is an error`(weight: Double) async throws {
        let error = try await failure { context in
            _ = try await context.child(Steps(count: 1), named: "a", weight: weight, services: Steps.Services())
        }
        guard case JobError.childMismatch("a", _) = error else { throw error }
    }

    @Test func `weights add up to one at most`() async throws {
        let error = try await failure { context in
            for name in ["a", "b", "c"] {
                _ = try await context.child(Steps(count: 1), named: name, weight: 0.4, services: Steps.Services())
            }
        }
        guard case JobError.childMismatch("c", _) = error else { throw error }
        let tenths = try Job(Asking()) { context in
            for number in 0..<10 {
                _ = try await context.child(Steps(count: 1), named: "\(number)", weight: 0.1, services: Steps.Services())
            }
        }
        try await tenths.run()
        #expect(tenths.progress == 100)
    }

    @Test func `each child's progress counts by its weight, whatever the order`() async throws {
        var node = JobNode(kind: "parent", work: [:])
        var generator = SeededGenerator(seed: 7)
        let weights = (0..<20).map { _ in Double.random(in: 0...0.05, using: &generator) }
        for (number, weight) in weights.enumerated() {
            node.setChild(JobNode(kind: "child", work: [:], weight: weight), named: "\(number)")
        }
        for _ in 0..<2000 {
            let (child, fraction) = (Int.random(in: 0..<20, using: &generator), Double.random(in: 0...1, using: &generator))
            _ = node.update(at: ["\(child)"]) { $0.fraction = fraction }
            if generator.next() % 10 == 0 { node.fraction = fraction }
            let own = 1 - weights.reduce(0, +)
            let expected = node.children.values.reduce(own * node.fraction) { $0 + $1.weight * $1.fraction }
            #expect(abs(node.overall - expected) < 1e-9)
        }
    }

    @Test func `one child's good answers do not keep another's dead server asked`() async throws {
        let clock = ManualClock()
        let services = Errand.Services(answer: Level(nil))
        let job = try Job(
            Asking(),
            services: { context in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { _ = try await context.child(Errand(), named: "alive", weight: 0.5, services: services) }
                    group.addTask {
                        let dead = Steps.Services(trouble: { _ in throw Passing() })
                        _ = try await context.child(Steps(count: 1), named: "dead", weight: 0.5, services: dead)
                    }
                    for try await _ in group {}
                }
            }, configuration: JobConfiguration(clock: clock, random: { 0 }))
        try job.start()
        while !job.status.isFinished {
            await Task.yield()
            if clock.pendingSleeps.count >= 2 { clock.advanceToNextDeadline() }
            if clock.now.offset > .seconds(700) { break }
        }
        await #expect(throws: JobError.outage(lasted: .seconds(600), cause: "The line is dead.")) { try await job.output }
        #expect(services.polls.value > 10)
    }

    /// Its older version knew no size.
    private struct Sized: JobWork {
        static let kind = "test.sized"
        var name = "a"
        var size = 10

        init(size: Int = 10) { self.size = size }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            name = try members.decode(String.self, forKey: .name)
            size = try members.decodeIfPresent(Int.self, forKey: .size) ?? 10
        }

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int { size }
    }

    /// A job whose record has one child, under the name "a".
    private func job(with child: JobNode, _ body: @escaping Asking.Services) throws -> Job<Asking> {
        var record = try Job(Asking(), services: body).record
        record.node.setChild(child, named: "a")
        return try Job<Asking>(restoring: record) { body }
    }

    @Test func `a parameter that has a default may be added to a child`() async throws {
        let older = JobNode(kind: Sized.kind, work: ["name": "a"])
        let job = try job(with: older) { context in
            let size = try await context.child(Sized(), named: "a", weight: 1)
            #expect(size == 10)
        }
        try await job.run()
        let other = try self.job(with: older) { context in
            _ = try await context.child(Sized(size: 11), named: "a", weight: 1)
        }
        await #expect(throws: JobError.self) { try await other.run() }
    }

    @Test func `children that are not asked for any more make room for others`() async throws {
        let job = try job(with: JobNode(kind: "test.forgotten", work: [:])) { context in
            _ = try await context.child(Steps(count: 1), named: "b", weight: 0.6, services: Steps.Services())
            _ = try await context.child(Steps(count: 1), named: "c", weight: 0.4, services: Steps.Services())
        }
        try await job.run()
        #expect(job.progress == 100 && job.record.node.children.count == 3, "what it has on servers can still be cancelled")
    }

    @Test func `a child that is refused has no share, and takes none away`() async throws {
        let done = JobNode(kind: Sized.kind, work: ["name": "a"], weight: 0.6)
        let job = try job(with: done) { context in
            _ = try? await context.child(Errand(), named: "a", weight: 0.6, services: Errand.Services())
            _ = try? await context.child(Sized(), named: "odd", weight: 7)
            #expect(context.host.node(at: ["a"])?.weight == 0.6)
            _ = try await context.child(Steps(count: 1), named: "b", weight: 1, services: Steps.Services())
        }
        try await job.run()
        #expect(job.progress == 100)
    }

    @Test func `an output is rebuilt with children that were not there before`() async throws {
        let done = try job(with: JobNode(kind: "test.forgotten", work: [:])) { _ in }
        try await done.run()
        let job = try Job<Asking>(restoring: JobRecord(json: done.record.json)) {
            { context in _ = try await context.child(Steps(count: 1), named: "b", weight: 1, services: Steps.Services()) }
        }
        try await job.output
    }
}
