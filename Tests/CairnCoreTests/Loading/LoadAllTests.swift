import CairnCore
import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LoadAllTests {
    struct Burnt: Error {}

    @Test func `all are loaded, more than are in flight at once`() async throws {
        let lamps = (0..<300).map { _ in Lamp() }
        try await loadAll(lamps)
        #expect(lamps.allSatisfy { $0.loadStatus.isLoaded })
    }

    @Test func `each failure is reported by element and the rest are loaded`() async throws {
        let lamps: [any Loadable] = [Lamp(), Lamp { Burnt() }, Lamp(), Lamp { Burnt() }]
        let failures = await #expect(throws: LoadError.self) { try await lamps.load() }
        guard case .someFailed(let list) = failures else { return #expect(Bool(false)) }
        #expect(list.map(\.index) == [1, 3])
        #expect(list.allSatisfy { $0.error is Burnt && $0.loadable === lamps[$0.index] })
        #expect(lamps[0].loadStatus.isLoaded && lamps[2].loadStatus.isLoaded)
        #expect("\(list[0])".hasPrefix("Lamp at index 1 did not load"))
    }

    @Test func `nothing to load is loaded`() async throws {
        try await loadAll([])
    }

    @Test func `cancelling releases the caller`() async {
        let gate = Gate()
        let lamps = (0..<100).map { _ in Lamp(gate: gate) }
        let caller = Task { try await loadAll(lamps) }
        await gate.waiting(for: 64)
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        gate.open()
    }
}
