import CairnCore

/// Features from the heaviest to the lightest, put in order only as far as they are asked for: most often the first are enough.
struct HeaviestFeatures: Sequence, IteratorProtocol {
    /// A heap, the greatest first: the bits of a weight above those of what is left to the greatest number of a feature.
    private var keys: [UInt64]

    init(_ keys: [UInt64]) {
        self.keys = keys
        for place in stride(from: keys.count / 2 - 1, through: 0, by: -1) { sift(place) }
    }

    mutating func next() -> (feature: Int, weight: Float)? {
        guard let first = keys.first, let last = keys.popLast() else { return nil }
        if !keys.isEmpty {
            keys[0] = last
            sift(0)
        }
        return (Int(~UInt32(truncatingIfNeeded: first)), Float(bitPattern: UInt32(truncatingIfNeeded: first >> 32)))
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
