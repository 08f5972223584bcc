import CairnCore
import CairnTesting
import Foundation

/// Work for tests: takes `count` steps, each through a gate, and sums their numbers.
struct Steps: JobWork {
    static let kind = "test.steps"
    var count: Int
    var weight: Double? = nil

    struct Checkpoint: Codable, Sendable, Equatable {
        var done = 0
        var sum = 0
    }

    struct Services: Sendable {
        var gate = Gate.opened
        var bodies = Level(0)
        var steps = Log<Int>()
        var discarded = Level(0)
        /// Called before each step; throws what the step shall fail with.
        var trouble: @Sendable (Int) async throws -> Void = { _ in }
    }

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
        context.services.bodies.send(context.services.bodies.value + 1)
        var state = context.checkpoint ?? Checkpoint()
        while state.done < count {
            try await context.services.gate.pass()
            try await context.services.trouble(state.done)
            context.services.steps.append(state.done)
            state.sum += state.done
            state.done += 1
            try await context.save(state)
            context.reportProgress(completed: state.done, of: count)
        }
        return state.sum
    }

    @concurrent func discardPartialResults(of job: UUID, services: Services) async {
        services.discarded.send(services.discarded.value + 1)
    }

    static func transience(of error: any Error) -> Transience {
        (error as? Passing).map { .transient(retryAfter: $0.retryAfter) } ?? .final
    }
}

/// Trouble that may pass.
struct Passing: Error, CustomStringConvertible {
    var retryAfter: Duration?
    var description: String { "The line is dead." }
}

/// Trouble that does not pass.
struct Broken: Error, CustomStringConvertible {
    var description: String { "The wheel is broken." }
}

/// Work for tests that runs on a pretended server.
struct Errand: JobWork {
    static let kind = "test.errand"
    var name = "errand"

    struct Services: Sendable {
        var submitting = Gate.opened
        var submissions = Level(0)
        var answer = Level<String?>(nil)
        var polls = Level(0)
        var cancelled = Log<String>()
        var refusesToCancel = false
    }

    @concurrent func perform(in context: JobContext<Self>) async throws -> String {
        let services = context.services
        try await context.submitOnce {
            try await services.submitting.pass()
            services.submissions.send(services.submissions.value + 1)
            return "server-1"
        }
        return try await context.polling {
            services.polls.send(services.polls.value + 1)
            return services.answer.value
        }
    }

    @concurrent func cancelServerJobs(_ ids: [String], services: Services) async throws {
        for id in ids { services.cancelled.append(id) }
        if services.refusesToCancel { throw JobError.cancellationUnconfirmed(serverJobIDs: ids) }
    }
}

extension JobConfiguration {
    /// Looks at what others have, and tries again what was refused, at the pace of a test.
    static func brisk(_ store: any JobStore, pace: Duration = .milliseconds(1)) -> JobConfiguration {
        var configuration = JobConfiguration(store: store)
        configuration.followingInterval = pace
        configuration.outage.backoff = Backoff(initial: .milliseconds(1), maximum: .milliseconds(1))
        return configuration
    }
}

extension Steps {
    /// The job of a record as another process sees it.
    static func copy(_ record: JobRecord, _ store: any JobStore, _ services: Services) throws -> Job<Steps> {
        try Job<Steps>(restoring: record, configuration: .brisk(store)) { services }
    }
}

extension JobProtocol {
    /// The synchronous `cancel()`, from asynchronous code.
    nonisolated func cancelNow() { cancel() }
}
