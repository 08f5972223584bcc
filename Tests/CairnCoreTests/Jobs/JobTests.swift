import CairnTesting
import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct JobTests {
    let services = Steps.Services()

    @Test func `a job passes from not started through started to succeeded`() async throws {
        let job = try Job(Steps(count: 4), services: services)
        #expect(job.status == .notStarted)
        let statuses = job.statuses
        #expect(try await job.run() == 6)
        #expect(await Array(statuses) == [.notStarted, .started, .succeeded])
        #expect(job.progress == 100)
        #expect(await Array(job.progressUpdates) == [100])
        #expect(await Array(job.statuses) == [.succeeded])
    }

    @Test func `awaiting the output does not start the job`() async throws {
        let job = try Job(Steps(count: 1), services: services)
        let waiting = Task { try await job.output }
        while job.waiterCount == 0 { await Task.yield() }
        #expect(job.status == .notStarted)
        try job.start()
        #expect(try await waiting.value == 0)
    }

    @Test func `a cancelled waiter leaves and the job goes on`() async throws {
        let gated = Steps.Services(gate: Gate())
        let job = try Job(Steps(count: 1), services: gated)
        try job.start()
        let waiting = Task { try await job.output }
        while job.waiterCount == 0 { await Task.yield() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        #expect(job.status == .started)
        gated.gate.open()
        #expect(try await job.output == 0)
    }

    @Test func `a pause keeps the checkpoint and a resume goes on from it`() async throws {
        let gated = Steps.Services(gate: Gate())
        let job = try Job(Steps(count: 3), services: gated)
        try job.start()
        await gated.gate.waiting(for: 1)
        gated.gate.openOnce()
        await gated.gate.waiting(for: 1)
        job.pause()
        #expect(job.status == .paused)
        try await job.settle()
        gated.gate.open()
        #expect(try await job.run() == 3)
        #expect(gated.steps.elements == [0, 1, 2])
        #expect(gated.bodies.value == 2)
    }

    @Test func `pausing and resuming at once never runs two bodies`() async throws {
        let gated = Steps.Services(gate: Gate())
        let job = try Job(Steps(count: 2), services: gated)
        let statuses = job.statuses
        for _ in 0..<50 {
            try job.start()
            job.pause()
        }
        try job.start()
        gated.gate.open()
        #expect(try await job.output == 1)
        #expect(gated.steps.elements == [0, 1])
        let seen = await Array(statuses)
        #expect(seen.count == 103, "every change is announced")
    }

    @Test func `a resumed body waits for one that does not notice the pause`() async throws {
        let services = Deaf.Services()
        let job = try Job(Deaf(), services: services)
        try job.start()
        await services.gate.waiting(for: 1)
        job.pause()
        try job.start()
        for _ in 0..<200 { await Task.yield() }
        #expect(services.running.value == 1)
        services.gate.open()
        try await job.output
        #expect(services.most.value == 1, "two bodies overlapped")
        #expect(services.bodies.value == 2, "the first body's end was taken for the job's")
    }

    @Test func `commands that do not fit are ignored`() async throws {
        let job = try Job(Steps(count: 1), services: services)
        job.pause()
        #expect(job.status == .notStarted)
        try job.start()
        try job.start()
        _ = try await job.output
        job.pause()
        job.cancel()
        #expect(job.status == .succeeded)
    }

    @Test func `a finished job cannot be started or cancelled again`() async throws {
        let job = try Job(Steps(count: 1), services: services)
        _ = try await job.run()
        #expect(throws: JobError.alreadyFinished(.succeeded)) { try job.start() }
        await #expect(throws: JobError.alreadyFinished(.succeeded)) { try await job.cancelAndWait() }
    }

    @Test func `an error of the work is the job's`() async throws {
        var broken = services
        broken.trouble = { if $0 == 1 { throw Broken() } }
        let job = try Job(Steps(count: 3), services: broken)
        await #expect(throws: Broken.self) { try await job.run() }
        #expect(job.status == .failed)
        #expect(job.error is Broken)
        #expect(job.messages.last?.severity == .error)
        #expect(job.messages.last?.text == "The wheel is broken.")
        #expect(broken.discarded.value == 0, "it may be retried")
        #expect(job.record.failure == JobFailure(Broken()))
    }

    @Test func `cancelling a job that was not started ends it`() async throws {
        let job = try Job(Steps(count: 1), services: services)
        try await job.cancelAndWait()
        #expect(job.status == .canceled)
        #expect(services.bodies.value == 0)
        await #expect(throws: CancellationError.self) { try await job.output }
    }

    @Test func `cancelling a running job passes through canceling`() async throws {
        let gated = Steps.Services(gate: Gate())
        let job = try Job(Steps(count: 1), services: gated)
        let statuses = job.statuses
        try job.start()
        await gated.gate.waiting(for: 1)
        try await job.cancelAndWait()
        #expect(await Array(statuses) == [.notStarted, .started, .canceling, .canceled])
        #expect(gated.discarded.value == 1)
        try await job.cancelAndWait()
    }

    @Test func `cancelling the task that runs a job cancels the job`() async throws {
        let gated = Steps.Services(gate: Gate())
        let job = try Job(Steps(count: 1), services: gated)
        let runner = Task { try await job.run() }
        await gated.gate.waiting(for: 1)
        runner.cancel()
        await #expect(throws: CancellationError.self) { try await runner.value }
        #expect(job.status == .canceled)
    }

    @Test func `a paused job can be cancelled`() async throws {
        let gated = Steps.Services(gate: Gate())
        let job = try Job(Steps(count: 1), services: gated)
        try job.start()
        await gated.gate.waiting(for: 1)
        job.pause()
        try await job.cancelAndWait()
        #expect(job.status == .canceled)
    }

    @Test func `progress never goes down and survives a pause`() async throws {
        let gated = Steps.Services(gate: Gate())
        let job = try Job(Steps(count: 4), services: gated)
        try job.start()
        await gated.gate.waiting(for: 1)
        gated.gate.openOnce()
        await gated.gate.waiting(for: 1)
        #expect(job.progress == 25)
        job.pause()
        try await job.settle()
        let restored = try Job<Steps>(restoring: job.record) { services }
        #expect(restored.progress == 25)
        #expect(try await restored.run() == 6)
        #expect(restored.progress == 100)
    }

    @Test func `progress does not go down when a child takes its share late`() async throws {
        let gate = Gate()
        let job = try Job(LateChild(), services: gate)
        let seen = Task { await Array(job.progressUpdates) }
        try job.start()
        await gate.waiting(for: 1)
        #expect(job.progress == 80)
        gate.open()
        try await job.output
        #expect(await seen.value.last == 100)
        #expect(await seen.value == seen.value.sorted())
    }

    @Test func `messages are replayed to every watcher`() async throws {
        let job = try Job(Talk())
        _ = try await job.run()
        #expect(job.messages.map(\.text) == ["hello", "careful"])
        #expect(await Array(job.messageUpdates).map(\.severity) == [.info, .warning])
    }

    @Test func `a thousand watchers of one job all see its last progress`() async throws {
        let gated = Steps.Services(gate: Gate())
        let job = try Job(Steps(count: 100), services: gated)
        let watchers = (0..<1000).map { _ in Task { await Array(job.progressUpdates).last } }
        try job.start()
        gated.gate.open()
        for watcher in watchers { #expect(await watcher.value == 100) }
    }

    @Test func `a work that throws a cancellation of its own ends as canceled`() async throws {
        var cancelling = services
        cancelling.trouble = { _ in throw CancellationError() }
        let job = try Job(Steps(count: 1), services: cancelling)
        await #expect(throws: CancellationError.self) { try await job.run() }
        #expect(job.status == .canceled)
    }

    @Test func `a null in a list cannot be stored and is refused at birth`() {
        #expect(throws: JobError.self) { try Job(Holey(values: [1, nil])) }
    }
}

private struct Talk: JobWork {
    static let kind = "test.talk"
    @concurrent func perform(in context: JobContext<Self>) async throws {
        context.post("hello")
        context.post("careful", severity: .warning)
    }
}

/// Is nearly done when it gives half of its progress to a child.
private struct LateChild: JobWork {
    static let kind = "test.late-child"
    @concurrent func perform(in context: JobContext<Self>) async throws {
        context.reportProgress(0.8)
        try await context.child(Waiting(), named: "child", weight: 0.5, services: context.services)
    }
    typealias Services = Gate
}

private struct Waiting: JobWork {
    static let kind = "test.waiting"
    @concurrent func perform(in context: JobContext<Self>) async throws {
        context.reportProgress(0.1)
        try await context.services.pass()
    }
    typealias Services = Gate
}

/// Notices no cancellation, and counts how many bodies run at once.
private struct Deaf: JobWork {
    static let kind = "test.deaf"

    struct Services: Sendable {
        let gate = Gate()
        let running = Level(0)
        let most = Level(0)
        let bodies = Level(0)
    }

    @concurrent func perform(in context: JobContext<Self>) async throws {
        let services = context.services
        services.bodies.send(services.bodies.value + 1)
        services.running.send(services.running.value + 1)
        services.most.send(max(services.most.value, services.running.value))
        await services.gate.passUncancelled()
        services.running.send(services.running.value - 1)
    }
}

private struct Holey: JobWork {
    static let kind = "test.holey"
    var values: [Int?]
    @concurrent func perform(in context: JobContext<Self>) async throws {}
}
