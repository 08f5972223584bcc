import CairnCore

/// Features that have something of a query in their names, with how much that says.
struct FeatureHits {
    private var features: [UInt32]
    private var weights: [Float]
    private(set) var count = 0

    init() {
        (features, weights) = (Array(repeating: .max, count: 128), Array(repeating: 0, count: 128))
    }

    @inline(__always)
    mutating func add(_ feature: Int, _ weight: Float) {
        if count * 2 >= features.count { grow() }
        let slot = slot(of: UInt32(truncatingIfNeeded: feature))
        if features[slot] == .max {
            features[slot] = UInt32(truncatingIfNeeded: feature)
            count += 1
        }
        weights[slot] += weight
    }

    /// Adds to a feature that is there.
    @inline(__always)
    mutating func raise(_ feature: Int, _ weight: Float) {
        let slot = slot(of: UInt32(truncatingIfNeeded: feature))
        if features[slot] != .max { weights[slot] += weight }
    }

    @inline(__always)
    private func slot(of feature: UInt32) -> Int {
        let mask = features.count - 1
        var slot = Int(truncatingIfNeeded: (feature &* 0x9E37_79B1) >> 7) & mask
        while features[slot] != .max, features[slot] != feature { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        let (oldFeatures, oldWeights) = (features, weights)
        features = Array(repeating: .max, count: oldFeatures.count * 4)
        weights = Array(repeating: 0, count: oldFeatures.count * 4)
        for index in oldFeatures.indices where oldFeatures[index] != .max {
            let slot = slot(of: oldFeatures[index])
            (features[slot], weights[slot]) = (oldFeatures[index], oldWeights[index])
        }
    }

    /// Changes all weights; those that become nil are left out.
    mutating func reweigh(_ change: (Int, Float) throws(LocatorDamage) -> Float?) throws(LocatorDamage) {
        for index in features.indices where features[index] != .max {
            weights[index] = try change(Int(features[index]), weights[index]) ?? -1
        }
    }

    /// Those that weigh most, the heaviest first.
    func heaviest(_ most: Int) -> [(feature: Int, weight: Float)] {
        // The bits of what is not negative are ordered as it is: one number holds a weight and a feature.
        var keys: [UInt64] = []
        let least = count > most ? threshold(most) : 0
        for index in features.indices where features[index] != .max && weights[index] >= least {
            keys.append(UInt64(weights[index].bitPattern) << 32 | UInt64(~features[index]))
        }
        keys.sort(by: >)
        return keys.prefix(most).map {
            (Int(~UInt32(truncatingIfNeeded: $0)), Float(bitPattern: UInt32(truncatingIfNeeded: $0 >> 32)))
        }
    }

    /// A weight that at least so many have, by counting them in steps.
    private func threshold(_ most: Int) -> Float {
        var counts = [Int](repeating: 0, count: 256)
        let heaviest = max(weights.max() ?? 0, 1e-3)
        for index in features.indices where features[index] != .max && weights[index] >= 0 {
            counts[min(255, Int(exactly: (weights[index] / heaviest * 255).rounded(.down)) ?? 0)] += 1
        }
        var (step, sum) = (255, 0)
        while step > 0 {
            sum += counts[step]
            if sum >= most { break }
            step -= 1
        }
        return Float(step) / 255 * heaviest * 0.999
    }
}
