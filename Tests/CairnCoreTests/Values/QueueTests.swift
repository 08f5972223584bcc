import CairnCore
import Testing

struct QueueTests {
    @Test func `elements come out in the order they went in, whatever lies between`() {
        var queue = Queue<Int>()
        var (next, expected) = (0, 0)
        // Grows past the size at which the front is trimmed, shrinks to nothing, and grows again.
        for round in 0..<6 {
            for _ in 0..<(round.isMultiple(of: 2) ? 4000 : 500) {
                queue.append(next)
                next += 1
            }
            for _ in 0..<(round.isMultiple(of: 2) ? 1500 : 3000) where !queue.isEmpty {
                #expect(queue.popFirst() == expected)
                expected += 1
            }
            #expect(queue.count == next - expected)
        }
        while let element = queue.popFirst() {
            #expect(element == expected)
            expected += 1
        }
        #expect(expected == next && queue.isEmpty && queue.popFirst() == nil)
    }

    @Test func `an element that is nil is an element`() {
        var queue = Queue<Int?>()
        queue.append(nil)
        queue.append(1)
        #expect(queue.count == 2)
        #expect(queue.popFirst() == .some(nil))
        #expect(queue.popFirst() == .some(1))
        #expect(queue.popFirst() == Optional<Int?>.none)
    }

    @Test func `a taken element is let go at once`() {
        final class Thing {}
        var queue = Queue<Thing>()
        weak var first: Thing?
        do {
            let thing = Thing()
            first = thing
            queue.append(thing)
            queue.append(Thing())
        }
        #expect(first != nil)
        _ = queue.popFirst()
        #expect(first == nil && queue.count == 1)
    }
}
