import CairnCore
import CairnTesting

/// Work of some steps, each of which passes the gate if there is one.
struct GatedSteps: JobWork {
    static let kind = "test.gated-steps"
    var count: Int

    typealias Services = Gate?
    typealias Checkpoint = Int

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
        var done = context.checkpoint ?? 0
        while done < count {
            try await context.services?.pass()
            done += 1
            try await context.save(done)
            context.reportProgress(completed: done, of: count)
        }
        return done
    }

    static func transience(of error: any Error) -> Transience { .final }
}
