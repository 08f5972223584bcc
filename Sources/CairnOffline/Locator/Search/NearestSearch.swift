import CairnCore
import CairnGeo
import Foundation

/// Finds what is nearest to places.
struct NearestSearch {
    /// How far away what may be, in metres, and of which types.
    struct Options {
        var addresses = 500.0
        var places = 50_000.0
        /// As ``CategoryNames/key(_:)`` has them; empty is all that tables have.
        var types: Set<String> = []
        var limit = 1

        init(maximum: Double?, types: Set<String>, limit: Int) {
            // What is no distance, NaN as well, reaches no farther than the place itself.
            if let maximum { (addresses, places) = maximum > 0 ? (maximum, maximum) : (0, 0) }
            self.types = types
            self.limit = max(1, limit)
        }

        /// Whether points of houses are answers themselves; else they stand for their street, if that is wanted.
        var wantsHouses: Bool { types.isEmpty || types.contains("pointaddress") }
        /// The same of numbers along a line.
        var wantsRanges: Bool { types.isEmpty || types.contains("streetaddress") }
        var wantsStreets: Bool { types.isEmpty || types.contains("streetname") }
    }

    /// Something near, the square of its distance in metres.
    struct Found {
        var entry: LocatorEntry
        var square: Double
        /// How far away it might have been, as the square of metres.
        var most: Double
        var x: Int32
        var y: Int32
    }

    private let index: LocatorIndex
    private let options: Options
    /// Whether to look at them, for themselves or for their streets.
    private let (looksAtHouses, looksAtRanges): (Bool, Bool)
    private var stack: [PackedTree.Node] = []
    /// How far what is visited may be, as the square of metres.
    private var reach = 0.0
    private(set) var kept: [Found] = []

    init(_ index: LocatorIndex, _ options: Options) {
        (self.index, self.options) = (index, options)
        looksAtHouses = options.wantsHouses || options.wantsStreets
        looksAtRanges = options.wantsRanges || options.wantsStreets
        stack.reserveCapacity(160)
    }

    /// Finds what is nearest to a place, the nearest first; it is in ``kept``.
    ///
    /// - Parameter known: What was found for another place, which is often near this one.
    mutating func run(_ place: Position, from known: Found? = nil) throws(BlockDamage) {
        kept.removeAll(keepingCapacity: true)
        let metric = PlaceMetric(place)
        let near = if options.limit == 1, let known { try square(of: known, metric) } else { Double.infinity }
        // What is visited is kept in self, and what is still to be visited apart from it.
        var stack: [PackedTree.Node] = []
        swap(&stack, &self.stack)
        defer { swap(&stack, &self.stack) }
        reach = options.addresses * options.addresses
        let close = min(reach, near)
        try index.addressTree.forEach(near: metric, within: close, &stack) { (item, box, _) throws(BlockDamage) in
            try visitAddresses(item, box, metric, close)
            return limit(close)
        }
        reach = options.places * options.places
        let far = min(reach, near)
        // Settlements that only addresses name, and post codes, are answered if they are asked for.
        try visitFeatures(of: index.featureTree, metric, far, &stack)
        if !options.types.isEmpty { try visitFeatures(of: index.derivedTree, metric, far, &stack) }
    }

    @inline(__always)
    private mutating func visitFeatures(
        of tree: PackedTree, _ metric: PlaceMetric, _ most: Double, _ stack: inout [PackedTree.Node]
    ) throws(BlockDamage) {
        try tree.forEach(near: metric, within: limit(most), &stack) { (item, box, _) throws(BlockDamage) in
            try visitFeature(Int(item >> 2), box, metric, most)
            return limit(most)
        }
    }

    /// How far what was found for another place is at most from this one, as the square of metres; infinite if it may be too far for what it
    /// is: then it says nothing of how far other things may be.
    private func square(of known: Found, _ metric: PlaceMetric) throws(BlockDamage) -> Double {
        var (x, y) = (known.x, known.y)
        // Of a line another place is the nearest one now.
        if known.entry.item == .range { (x, y) = try nearest(on: known.entry.index, metric) }
        let square = metric.mostSquaredDistance(x, y)
        return square <= known.most ? square : .infinity
    }

    /// Beyond which nothing is kept any more.
    @inline(__always)
    private func limit(_ most: Double) -> Double { kept.count < options.limit ? most : min(most, kept[kept.count - 1].square) }

    @inline(__always)
    private mutating func visitAddresses(_ item: UInt32, _ box: GeoBox, _ metric: PlaceMetric, _ most: Double)
        throws(BlockDamage)
    {
        let number = Int(item >> 2)
        switch TreeItem(rawValue: item & 3) {
        case .run: if looksAtHouses { try visitRun(number, metric, most) }
        case .feature: try visitFeature(number, box, metric, most)
        case .range, .context, nil:
            guard looksAtRanges else { return }
            let (x, y) = try nearest(on: number, metric)
            keep(LocatorEntry(.range, number), metric.squaredDistance(x, y), x, y, most)
        }
    }

    private mutating func visitRun(_ run: Int, _ metric: PlaceMetric, _ most: Double) throws(BlockDamage) {
        var part = 0
        try index.houses.forEach(in: run) { (house) throws(BlockDamage) in
            defer { part += 1 }
            if metric.isBeyond(limit(most), house.x, house.y) { return }
            keep(LocatorEntry(.run, run, part), metric.squaredDistance(house.x, house.y), house.x, house.y, most)
        }
    }

    private func nearest(on range: Int, _ metric: PlaceMetric) throws(BlockDamage) -> (x: Int32, y: Int32) {
        var (best, square) = ((x: Int32(0), y: Int32(0)), Double.infinity)
        try index.ranges.forEachSegment(of: range) { start, end in
            let place = metric.nearest(on: start, end)
            let own = metric.squaredDistance(place.x, place.y)
            if own < square { (best, square) = (place, own) }
        }
        return best
    }

    private mutating func visitFeature(_ number: Int, _ box: GeoBox, _ metric: PlaceMetric, _ most: Double) throws(BlockDamage) {
        // A feature's box in the tree is the point where it is.
        let square = metric.squaredDistance(box.xMin, box.yMin)
        if square > limit(most) { return }
        if !options.types.isEmpty, try !options.types.contains(index.features[number].kind.addressType) { return }
        keep(LocatorEntry(.feature, number), square, box.xMin, box.yMin, most)
    }

    /// Of those equally far the first of the file.
    @inline(__always)
    private mutating func keep(_ entry: LocatorEntry, _ square: Double, _ x: Int32, _ y: Int32, _ most: Double) {
        guard square <= limit(most) else { return }
        var place = kept.count
        while place > 0, (square, entry.rawValue) < (kept[place - 1].square, kept[place - 1].entry.rawValue) { place -= 1 }
        guard place < options.limit else { return }
        if kept.count == options.limit { kept.removeLast() }
        kept.insert(Found(entry: entry, square: square, most: reach, x: x, y: y), at: place)
    }
}

extension FeatureKind {
    /// As address types are compared.
    fileprivate var addressType: String {
        switch self {
        case .place: "locality"
        case .street: "streetname"
        case .pointOfInterest: "poi"
        case .postal: "postal"
        }
    }
}
