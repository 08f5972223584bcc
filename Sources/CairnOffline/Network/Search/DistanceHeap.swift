import CairnCore

/// Nodes by their distance, the nearest first: a heap of four children a node, of numbers whose upper half is the distance.
///
/// A node whose distance has become shorter is pushed once more; who pops passes over what is longer than the node's label. That is faster than a
/// heap that finds its nodes, for a road has few detours.
struct DistanceHeap: ~Copyable {
    private var keys: UnsafeMutablePointer<UInt64>
    private var room: Int
    private(set) var count = 0

    init(room: Int = 256) {
        self.room = room
        keys = .allocate(capacity: room)
    }

    deinit { keys.deallocate() }

    /// The shortest distance, or no distance if there is none.
    @inline(__always)
    var nearest: UInt32 { count > 0 ? UInt32(truncatingIfNeeded: keys[0] >> 32) : Distance.none }

    mutating func removeAll() { count = 0 }

    @inline(__always)
    mutating func push(_ node: UInt32, at distance: UInt32) {
        if count == room { grow() }
        let key = UInt64(distance) << 32 | UInt64(node)
        var place = count
        count &+= 1
        while place > 0 {
            let parent = (place &- 1) >> 2
            if keys[parent] <= key { break }
            keys[place] = keys[parent]
            place = parent
        }
        keys[place] = key
    }

    /// The nearest node. There must be one.
    @inline(__always)
    mutating func pop() -> (node: UInt32, distance: UInt32) {
        let top = keys[0]
        count &-= 1
        if count > 0 { sink(keys[count]) }
        return (UInt32(truncatingIfNeeded: top), UInt32(truncatingIfNeeded: top >> 32))
    }

    /// Puts a key where it belongs, from the root downward.
    @inline(__always)
    private mutating func sink(_ key: UInt64) {
        var place = 0
        while true {
            let first = place &* 4 &+ 1
            if first >= count { break }
            var (least, leastKey) = (first, keys[first])
            var child = first &+ 1
            let end = min(first &+ 4, count)
            while child < end {
                if keys[child] < leastKey { (least, leastKey) = (child, keys[child]) }
                child &+= 1
            }
            if leastKey >= key { break }
            keys[place] = leastKey
            place = least
        }
        keys[place] = key
    }

    @inline(never)
    private mutating func grow() {
        let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: room * 2)
        larger.update(from: keys, count: count)
        keys.deallocate()
        keys = larger
        room *= 2
    }
}

/// What a search adds up: milliseconds, or centimetres, below 2³¹ − 1. Two of them have room in 32 bits, so that no sum has to be looked at.
enum Distance {
    /// Farther than anything; what is not reached.
    static let none = UInt32(Int32.max)
}
