import CairnTesting
import Testing

@testable import CairnCore

enum WaitForGraphProbe {
    /// Whether none of these waits or is waited for; others' loads run beside them.
    static func isFree(of lamps: Lamp...) -> Bool { !lamps.contains { WaitForGraph.shared.involves($0.loader) } }
}

@Suite(.timeLimit(.minutes(10)), .serialized)
struct LoadCycleTests {
    @Test func `a load that loads itself is refused`() async {
        let lamp = Lamp()
        lamp.needs(lamp)
        await #expect { try await lamp.load() } throws: { path(of: $0) == ["Lamp", "Lamp"] }
    }

    @Test func `a circle of three is refused and named`() async {
        let (a, b, c) = (Lamp(), Lamp(), Lamp())
        a.needs(b)
        b.needs(c)
        c.needs(a)
        await #expect { try await a.load() } throws: { path(of: $0)?.count == 4 }
        #expect(WaitForGraphProbe.isFree(of: a, b, c))
    }

    @Test func `two loads started apart that come to wait for each other are refused`() async {
        let (gateA, gateB) = (Gate(), Gate())
        let (a, b) = (Lamp(gate: gateA), Lamp(gate: gateB))
        a.needs(b)
        b.needs(a)
        let first = Task { try await a.load() }
        let second = Task { try await b.load() }
        await gateA.waiting(for: 1)
        await gateB.waiting(for: 1)
        gateA.open()
        while b.loader.waiting < 2 { await Task.yield() }
        gateB.open()
        await #expect(throws: LoadError.self) { try await second.value }
        await #expect(throws: LoadError.self) { try await first.value }
        #expect(WaitForGraphProbe.isFree(of: a, b))
    }

    @Test func `a diamond is not a circle`() async throws {
        let (top, left, right, bottom) = (Lamp(), Lamp(), Lamp(), Lamp())
        top.needs(left, right)
        left.needs(bottom)
        right.needs(bottom)
        try await top.load()
        #expect(bottom.attempts.value == 1)
    }

    @Test func `a cancelled wait leaves no edge behind`() async {
        let gate = Gate()
        let (map, layer) = (Lamp(), Lamp(gate: gate))
        map.needs(layer)
        let caller = Task { try await map.load() }
        await gate.waiting(for: 1)
        #expect(!WaitForGraphProbe.isFree(of: map, layer))
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        while layer.loader.status.isLoading || !WaitForGraphProbe.isFree(of: map, layer) { await Task.yield() }
        gate.open()
    }

    @Test(arguments: [false, true])
    func `a task that outlives the load it was begun in closes no circle, whenever it loads`(isLate: Bool) async {
        let layer = Lamp(gate: Gate())
        let map = Outliving(layer, isLate: isLate)
        layer.needs(map)
        await #expect(throws: Broken.self) { try await map.load() }
        map.ended.open()
        await layer.gate.waiting(for: 1)
        layer.gate.open()
        await #expect(throws: Broken.self, "the failure of the map, and no circle") { try await map.begun.value?.value }
        #expect(WaitForGraphProbe.isFree(of: layer))
    }

    @Test func `a load that returns finds the status loaded`() async throws {
        for _ in 0..<rounds(2000) {
            let lamp = Lamp()
            let first = Task { try? await lamp.load() }
            // Either joins the attempt, or finds the flag that it sets.
            try await lamp.load()
            #expect(lamp.loadStatus.isLoaded)
            await first.value
        }
    }

    private func path(of error: any Error) -> [String]? {
        if case LoadError.cycle(let path) = error { path } else { nil }
    }
}

/// Fails, and leaves a task behind that loads a layer: before that, or later.
private final class Outliving: Loadable {
    let loader = Loader()
    let begun = Level<Task<Void, any Error>?>(nil)
    let ended = Gate()
    private let layer: Lamp
    private let isLate: Bool

    init(_ layer: Lamp, isLate: Bool) { (self.layer, self.isLate) = (layer, isLate) }

    @concurrent func performLoad() async throws {
        let (layer, ended, isLate) = (layer, ended, isLate)
        begun.send(
            Task {
                if isLate { try await ended.pass() }
                try await layer.load()
            })
        if !isLate { await layer.gate.waiting(for: 1) }
        throw Broken()
    }
}
