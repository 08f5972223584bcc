import CairnCore

/// Features that have something of a query in their names, with how much that says.
struct FeatureHits {
    private var features: [UInt32]
    private var weights: [Float]
    private var words: [UInt32]
    private(set) var count = 0

    init() {
        (features, weights) = (Array(repeating: .max, count: 32), Array(repeating: 0, count: 32))
        words = Array(repeating: 0, count: 32)
    }

    /// - Parameter words: The query's words that it has something of, a bit for each.
    @inline(__always)
    mutating func add(_ feature: Int, _ weight: Float, _ words: UInt32) {
        if count * 2 >= features.count { grow() }
        let slot = slot(of: UInt32(truncatingIfNeeded: feature))
        if features[slot] == .max {
            features[slot] = UInt32(truncatingIfNeeded: feature)
            count += 1
        }
        weights[slot] += weight
        self.words[slot] |= words
    }

    /// Adds to a feature that is there.
    @inline(__always)
    mutating func raise(_ feature: Int, _ weight: Float, _ words: UInt32) {
        let slot = slot(of: UInt32(truncatingIfNeeded: feature))
        guard features[slot] != .max else { return }
        weights[slot] += weight
        self.words[slot] |= words
    }

    /// The query's words that a feature has something of.
    func words(of feature: Int) -> UInt32 { words[slot(of: UInt32(truncatingIfNeeded: feature))] }

    @inline(__always)
    private func slot(of feature: UInt32) -> Int {
        let mask = features.count - 1
        var slot = Int(truncatingIfNeeded: (feature &* 0x9E37_79B1) >> 7) & mask
        while features[slot] != .max, features[slot] != feature { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        let (oldFeatures, oldWeights, oldWords) = (features, weights, words)
        features = Array(repeating: .max, count: oldFeatures.count * 4)
        weights = Array(repeating: 0, count: oldFeatures.count * 4)
        words = Array(repeating: 0, count: oldFeatures.count * 4)
        for index in oldFeatures.indices where oldFeatures[index] != .max {
            let slot = slot(of: oldFeatures[index])
            (features[slot], weights[slot], words[slot]) = (oldFeatures[index], oldWeights[index], oldWords[index])
        }
    }

    /// Changes all weights; those that become nil are left out.
    mutating func reweigh(_ change: (Int, Float) throws(BlockDamage) -> Float?) throws(BlockDamage) {
        for index in features.indices where features[index] != .max {
            weights[index] = try change(Int(features[index]), weights[index]) ?? -1
        }
    }

    /// Those that were not left out, the heaviest first.
    var heaviest: HeaviestFeatures {
        // The bits of what is not negative are ordered as it is: one number holds a weight and a feature.
        var keys: [UInt64] = []
        keys.reserveCapacity(count)
        for index in features.indices where features[index] != .max && weights[index] >= 0 {
            keys.append(UInt64(weights[index].bitPattern) << 32 | UInt64(~features[index]))
        }
        return HeaviestFeatures(keys)
    }
}
