import CairnTesting
import Foundation
import Testing

@testable import CairnCore

/// What goes wrong when the output of a job is in its place.
struct AfterPlacingTests {
    /// Has its output in place, and then comes upon trouble.
    private struct Placed: JobWork {
        static let kind = "test.placed"
        typealias Services = Level<(any Error)?>

        @concurrent func perform(in context: JobContext<Self>) async throws -> Bool {
            try context.commit()
            try await context.afterPlacing { if let trouble = context.services.value { throw trouble } }
            return true
        }
    }

    private static let troubles: [any Error] = [
        CancellationError(), CocoaError(.fileWriteOutOfSpace), JobError.outage(lasted: .zero, cause: "full"),
        JobError.notStorable(reason: "it is not a number"),
    ]

    @Test(arguments: troubles) func `trouble when the output is in its place is no matter`(trouble: any Error) async throws {
        #expect(try await Job(Placed(), services: Level(trouble)).run())
    }

    @Test func `a job that somebody else has taken over ends by that, wherever its output is`() async throws {
        let lost = JobError.claimLost(UUID())
        await #expect(throws: lost) { try await Job(Placed(), services: Level(lost)).run() }
    }
}
