import CairnCore

/// Features from the heaviest to the lightest, put in order only as far as they are asked for: most often the first are enough.
struct HeaviestFeatures {
    /// A heap, the greatest first: the bits of a weight above those of what is left to the greatest number of a feature.
    private var keys: [UInt64]

    init(_ keys: [UInt64]) {
        self.keys = keys
        order()
    }

    private mutating func order() {
        for place in stride(from: keys.count / 2 - 1, through: 0, by: -1) { sift(place) }
    }

    /// Leaves out those that are left, but for these.
    mutating func keep(where isKept: (Int) -> Bool) {
        keys.removeAll { !isKept(Int(~UInt32(truncatingIfNeeded: $0))) }
        order()
    }

    /// The heaviest of those that are left.
    var first: (feature: Int, weight: Float)? {
        keys.first.map { (Int(~UInt32(truncatingIfNeeded: $0)), Float(bitPattern: UInt32(truncatingIfNeeded: $0 >> 32))) }
    }

    mutating func removeFirst() {
        guard let last = keys.popLast(), !keys.isEmpty else { return }
        keys[0] = last
        sift(0)
    }

    private mutating func sift(_ start: Int) {
        var place = start
        let key = keys[start]
        while true {
            var child = 2 * place + 1
            if child >= keys.count { break }
            if child + 1 < keys.count, keys[child + 1] > keys[child] { child += 1 }
            if keys[child] <= key { break }
            keys[place] = keys[child]
            place = child
        }
        keys[place] = key
    }
}
