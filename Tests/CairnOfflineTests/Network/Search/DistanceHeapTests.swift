import Testing

@testable import CairnOffline

struct DistanceHeapTests {
    @Test func `whatever is pushed and popped, the nearest comes first`() {
        var random = FixedRandom(seed: 5)
        for _ in 0..<100 {
            var heap = DistanceHeap(room: 1)
            var model: [(UInt32, UInt32)] = []
            for _ in 0..<Int.random(in: 1...2000, using: &random) {
                if model.isEmpty || Int.random(in: 0..<3, using: &random) > 0 {
                    let entry = (UInt32.random(in: 0...50, using: &random), UInt32.random(in: 0...UInt32.max, using: &random))
                    heap.push(entry.1, at: entry.0)
                    model.append(entry)
                } else {
                    #expect(heap.nearest == model.map(\.0).min())
                    let least = model.indices.min { model[$0] < model[$1] }!
                    let popped = heap.pop()
                    #expect((popped.distance, popped.node) == model.remove(at: least))
                }
                #expect(heap.count == model.count)
            }
            heap.removeAll()
            #expect(heap.nearest == Distance.none)
        }
    }
}
