import CairnCore
import Foundation

/// Where something lies: what its table says of settlement, county, state and country.
struct BuildContext: Hashable, Comparable {
    var country = ""
    var region = ""
    var subregion = ""
    var city = ""
    /// The post code of rows that name no settlement: it keeps their streets apart.
    var postal = ""

    /// The postal code of the state of the USA; nil if it is not known, or if it lies in another country.
    var state: String? {
        country.isEmpty || CountryNames.isUnitedStates(country) ? RegionNames.stateCode(of: region) : nil
    }

    private var parts: [String] { [country, region, subregion, city, postal] }

    static func < (a: BuildContext, b: BuildContext) -> Bool {
        for (one, other) in zip(a.parts, b.parts) where one != other { return one.utf8.lexicographicallyPrecedes(other.utf8) }
        return false
    }
}

/// All contexts of a locator, each once, with where their rows lie.
struct BuildContexts {
    /// The rows of a context.
    struct Extent {
        private(set) var count = 0
        private var first = 0.0
        private var x = 0.0
        private var y = 0.0

        mutating func include(_ box: GeoBox) {
            let own = Double(box.xMin) / 2 + Double(box.xMax) / 2
            if count == 0 { first = own }
            // From the first one by the shorter way, at the date line too.
            x += remainder(own - first, 3.6e9)
            y += Double(box.yMin) / 2 + Double(box.yMax) / 2
            count += 1
        }

        var middle: (x: Int32, y: Int32) {
            let share = 1 / Double(max(1, count))
            let middle = remainder(first + x * share, 3.6e9)
            return (Int32(clamping: Int(rounding: middle) ?? 0), Int32(clamping: Int(rounding: y * share) ?? 0))
        }
    }

    private(set) var all: [BuildContext] = []
    private(set) var extents: [Extent] = []
    private var indices: [BuildContext: Int] = [:]

    mutating func index(of context: BuildContext) -> Int {
        if let index = indices[context] { return index }
        indices[context] = all.count
        all.append(context)
        extents.append(Extent())
        return all.count - 1
    }

    mutating func include(_ box: GeoBox, in context: Int) {
        extents[context].include(box)
    }

    /// Whether places in two contexts may be one: what both say of country and state is the same. Regions of other countries may be spelt
    /// otherwise in another table.
    func mayBeOne(_ one: Int, _ other: Int) -> Bool {
        let (country, otherCountry) = (all[one].country, all[other].country)
        return (country.isEmpty || otherCountry.isEmpty || country == otherCountry) && mayBeOfOneState(one, other)
    }

    /// Whether two contexts may lie in one state of the USA.
    func mayBeOfOneState(_ one: Int, _ other: Int) -> Bool {
        guard let state = all[one].state, let otherState = all[other].state else { return true }
        return state == otherState
    }

    /// The contexts in the order in which the file has them, and the place of each in it.
    var ranking: (order: [Int], ranks: [UInt32]) {
        let order = all.indices.sorted { all[$0] < all[$1] }
        var ranks = [UInt32](repeating: 0, count: all.count)
        for (rank, index) in order.enumerated() { ranks[index] = UInt32(truncatingIfNeeded: rank) }
        return (order, ranks)
    }
}
