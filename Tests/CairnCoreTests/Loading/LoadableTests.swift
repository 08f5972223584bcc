import CairnCore
import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LoadableTests {
    struct Burnt: Error {}

    @Test func `our own loadable keeps the contract`() async throws {
        try await LoadableContract { Lamp(gate: $0, failure: $1) }.verify()
    }

    @Test func `ten thousand first callers cause one attempt`() async throws {
        let gate = Gate()
        let lamp = Lamp(gate: gate)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10_000 { group.addTask { try await lamp.load() } }
            await gate.waiting(for: 1)
            gate.open()
            try await group.waitForAll()
        }
        #expect(lamp.attempts.value == 1)
    }

    @Test func `a caller that is already cancelled starts nothing`() async {
        let lamp = Lamp()
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await lamp.load()
        }
        await #expect(throws: CancellationError.self) { try await caller.value }
        #expect(lamp.attempts.value == 0)
    }

    @Test func `a loaded object answers even a cancelled caller`() async throws {
        let lamp = Lamp()
        try await lamp.load()
        let caller = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await lamp.load()
        }
        try await caller.value
        #expect(lamp.attempts.value == 1)
    }

    @Test func `the next attempt waits until the cancelled one has ended`() async throws {
        let stubborn = Gate()
        let lamp = StubbornLamp(gate: stubborn)
        let first = Task { try await lamp.load() }
        await stubborn.waiting(for: 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }

        let second = Task { try await lamp.load() }
        while lamp.loader.waiting < 1 { await Task.yield() }
        #expect(lamp.most.value == 1)
        stubborn.open()
        try await second.value
        #expect(lamp.most.value == 1, "two attempts overlapped")
    }

    @Test func `what a cancelled attempt comes to is told to nobody`() async throws {
        let stubborn = Gate()
        let lamp = StubbornLamp(gate: stubborn, firstFails: true)
        let first = Task { try await lamp.load() }
        await stubborn.waiting(for: 1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = Task { try await lamp.load() }
        while lamp.loader.waiting < 1 { await Task.yield() }
        stubborn.open()
        try await second.value
        #expect(lamp.loadStatus.isLoaded)
    }

    @Test func `an attempt that throws a cancellation of its own is not kept as a failure`() async throws {
        let isCancelling = Level(true)
        let lamp = Lamp { isCancelling.value ? CancellationError() : nil }
        await #expect(throws: CancellationError.self) { try await lamp.load() }
        #expect("\(lamp.loadStatus)" == "not loaded")
        isCancelling.send(false)
        try await lamp.load()
    }

    @Test func `retrying what is loaded does nothing`() async throws {
        let lamp = Lamp()
        try await lamp.retryLoad()
        try await lamp.retryLoad()
        #expect(lamp.attempts.value == 1)
    }

    @Test func `cancelLoad does nothing unless an attempt is under way`() async throws {
        let lamp = Lamp { Burnt() }
        lamp.cancelLoad()
        await #expect(throws: Burnt.self) { try await lamp.load() }
        lamp.cancelLoad()
        #expect(lamp.loadStatus.error is Burnt)
    }

    @Test func `statuses pass through loading to failed and after a retry to loaded`() async throws {
        let gate = Gate()
        let isBroken = Level(true)
        let lamp = Lamp(gate: gate) { isBroken.value ? Burnt() : nil }
        var statuses = lamp.loadStatuses.makeAsyncIterator()
        #expect(await statuses.next().map { "\($0)" } == "not loaded")
        let caller = Task { try await lamp.load() }
        #expect(await statuses.next()?.isLoading == true)
        gate.open()
        await #expect(throws: Burnt.self) { try await caller.value }
        #expect(await statuses.next()?.error is Burnt)
        isBroken.send(false)
        try await lamp.retryLoad()
        #expect(await statuses.next()?.isLoaded == true)
    }

    @Test func `the attempt takes the highest priority of those who wait`() async throws {
        let lamp = PatientLamp()
        let low = Task(priority: .background) { try await lamp.load() }
        for await priority in lamp.priority.values where priority != nil { break }
        #expect(lamp.priority.value ?? .high < .high)
        // That whoever waits raises it takes a moment; it ends then, and not before.
        let high = Task(priority: .high) { try await lamp.load() }
        try await low.value
        try await high.value
        #expect(lamp.priority.value ?? .background >= .high)
    }

    @Test func `an object may load others`() async throws {
        let (map, layer, table) = (Lamp(), Lamp(), Lamp())
        map.needs(layer, table)
        layer.needs(table)
        try await map.load()
        #expect(table.loadStatus.isLoaded && layer.loadStatus.isLoaded)
        #expect(table.attempts.value == 1)
        #expect(WaitForGraphProbe.isFree(of: map, layer, table))
    }
}

/// Notices no cancellation, and counts how many attempts run at once.
private final class StubbornLamp: Loadable {
    let loader = Loader()
    let running = Level(0)
    let most = Level(0)
    let attempts = Level(0)
    let gate: Gate
    let firstFails: Bool

    init(gate: Gate, firstFails: Bool = false) {
        self.gate = gate
        self.firstFails = firstFails
    }

    @concurrent func performLoad() async throws {
        running.send(running.value + 1)
        most.send(max(most.value, running.value))
        await gate.passUncancelled()
        running.send(running.value - 1)
        attempts.send(attempts.value + 1)
        if firstFails, attempts.value == 1 { throw LoadableTests.Burnt() }
    }
}
