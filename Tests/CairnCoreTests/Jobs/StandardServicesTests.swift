import CairnCore
import Testing

@Suite(.timeLimit(.minutes(10)))
struct StandardServicesTests {
    struct Voice: StandardServices {
        static let standard = Voice(word: "usual")
        var word: String
    }

    struct Saying: JobWork {
        static let kind = "tests.saying"
        typealias Services = Voice
        var mark: String

        @concurrent func perform(in context: JobContext<Self>) async throws -> String { context.services.word + mark }
    }

    /// Needs nothing.
    struct Marking: JobWork {
        static let kind = "tests.marking"
        var mark: String

        @concurrent func perform(in context: JobContext<Self>) async throws -> String { mark }
    }

    @Test func `a job that is given no services has the standard ones, and one that is given some has those`() async throws {
        #expect(try await Job(Saying(mark: "!")).run() == "usual!")
        #expect(try await Job(Saying(mark: "!"), services: Voice(word: "other")).run() == "other!")
    }

    @Test func `so has a job restored from its record`() async throws {
        let record = try Job(Saying(mark: "?"), services: Voice(word: "other")).record
        #expect(try await Job<Saying>(restoring: record).run() == "usual?")
        #expect(try await Job<Marking>(restoring: Job(Marking(mark: "?")).record).run() == "?")
    }

    @Test func `so has one restored by its kind, whichever was registered last`() async throws {
        let record = try Job(Saying(mark: ".")).record
        let kinds = JobKinds()
        kinds.register(Saying.self)
        #expect(try await (kinds.restore(record) as? Job<Saying>)?.run() == "usual.")
        kinds.register(Saying.self) { Voice(word: "other") }
        #expect(try await (kinds.restore(record) as? Job<Saying>)?.run() == "other.")
    }

    @Test func `so has one that a manager makes`() async throws {
        let manager = JobManager(kinds: JobKinds())
        #expect(try await manager.makeJob(Saying(mark: ",")).run() == "usual,")
        #expect(try await manager.makeJob(Marking(mark: ",")).run() == ",")
        #expect(await manager.jobs.count == 2)
    }
}
