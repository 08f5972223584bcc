import CairnCore
import Synchronization

/// The arcs of the nodes that are not contracted yet, of each node those that leave it and those that enter it.
///
/// Of arcs between the same two nodes the shortest is kept. Lists grow within blocks of memory that are given back together. Several threads read
/// it at once; while one changes it none does.
final class RemainingGraph: Sendable {
    /// An arc at one of its ends.
    struct Arc: BitwiseCopyable {
        /// The other end.
        let node: UInt32
        let weight: UInt32
        /// See ``ArcOrigin``.
        let origin: UInt32
        /// Of how many arcs of the input it consists.
        let hops: UInt32
    }

    private struct List: BitwiseCopyable {
        var start: UnsafeMutablePointer<Arc>
        var count: Int32
        var room: Int32
    }

    let nodeCount: Int
    private let lists: SharedMemory<List>
    private let blocks = Mutex(Blocks())

    init(_ arcs: WeightedArcs) {
        nodeCount = arcs.nodeCount
        var degrees = [Int32](repeating: 0, count: nodeCount * 2)
        for index in 0..<arcs.count {
            degrees[Int(arcs.tails[index]) * 2] += 1
            degrees[Int(arcs.heads[index]) * 2 + 1] += 1
        }
        let empty = blocks.withLock { List(start: $0.take(1), count: 0, room: 1) }
        lists = SharedMemory(repeating: empty, count: nodeCount * 2)
        for list in degrees.indices {
            let room = degrees[list] * 2 + 2
            lists[list] = List(start: blocks.withLock { $0.take(Int(room)) }, count: 0, room: room)
        }
        for index in 0..<arcs.count {
            let origin = ArcOrigin.input(UInt32(truncatingIfNeeded: index))
            insert(from: arcs.tails[index], to: arcs.heads[index], arcs.weights[index], origin, hops: 1)
        }
    }

    @inline(__always)
    func leaving(_ node: UInt32) -> UnsafeBufferPointer<Arc> { list(Int(node) &* 2) }

    @inline(__always)
    func entering(_ node: UInt32) -> UnsafeBufferPointer<Arc> { list(Int(node) &* 2 &+ 1) }

    @inline(__always)
    private func list(_ index: Int) -> UnsafeBufferPointer<Arc> {
        let list = lists[index]
        return UnsafeBufferPointer(start: list.start, count: Int(list.count))
    }

    /// Adds an arc, unless there is one that is as short. What leads from a node to itself is none.
    func insert(from tail: UInt32, to head: UInt32, _ weight: UInt32, _ origin: UInt32, hops: UInt32) {
        guard tail != head else { return }
        put(Arc(node: head, weight: weight, origin: origin, hops: hops), in: Int(tail) &* 2)
        put(Arc(node: tail, weight: weight, origin: origin, hops: hops), in: Int(head) &* 2 &+ 1)
    }

    /// Takes a node out of its neighbours' lists. Its own stay as they are.
    func remove(_ node: UInt32) {
        for arc in leaving(node) { take(node, from: Int(arc.node) &* 2 &+ 1) }
        for arc in entering(node) { take(node, from: Int(arc.node) &* 2) }
    }

    private func put(_ arc: Arc, in index: Int) {
        let list = lists.start + index
        for place in 0..<Int(list.pointee.count) where list.pointee.start[place].node == arc.node {
            if arc.weight < list.pointee.start[place].weight { list.pointee.start[place] = arc }
            return
        }
        if list.pointee.count == list.pointee.room { grow(list) }
        list.pointee.start[Int(list.pointee.count)] = arc
        list.pointee.count += 1
    }

    private func take(_ node: UInt32, from index: Int) {
        let list = lists.start + index
        for place in 0..<Int(list.pointee.count) where list.pointee.start[place].node == node {
            list.pointee.count -= 1
            list.pointee.start[place] = list.pointee.start[Int(list.pointee.count)]
            return
        }
    }

    private func grow(_ list: UnsafeMutablePointer<List>) {
        let larger = blocks.withLock { $0.take(Int(list.pointee.room) * 2) }
        larger.update(from: list.pointee.start, count: Int(list.pointee.count))
        list.pointee.start = larger
        list.pointee.room *= 2
    }

    /// Memory for lists, which is given back as a whole.
    private struct Blocks: ~Copyable {
        private var blocks: [UnsafeMutablePointer<Arc>] = []
        private var freeCount = 0
        private static let size = 1 << 16

        mutating func take(_ count: Int) -> UnsafeMutablePointer<Arc> {
            if freeCount < count {
                freeCount = max(Self.size, count)
                blocks.append(.allocate(capacity: freeCount))
                end = blocks[blocks.count - 1] + freeCount
            }
            defer { freeCount -= count }
            return end.unsafelyUnwrapped - freeCount
        }

        private var end: UnsafeMutablePointer<Arc>?

        deinit { for block in blocks { block.deallocate() } }
    }
}

/// What an arc of a hierarchy stands for, in 32 bits: an arc of the input, or the two arcs over a node that was contracted.
enum ArcOrigin {
    private static let isInput: UInt32 = 1 << 31

    static func input(_ arc: UInt32) -> UInt32 { arc | isInput }
    static func shortcut(over node: UInt32) -> UInt32 { node }

    /// The arc of the input; nil for a shortcut.
    @inline(__always)
    static func inputArc(_ origin: UInt32) -> UInt32? { origin & isInput != 0 ? origin & ~isInput : nil }
}
