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
            if let maximum { (addresses, places) = (maximum, maximum) }
            self.types = types
            self.limit = max(1, limit)
        }
    }

    /// Something near, the square of its distance in metres.
    struct Found {
        var entry: LocatorEntry
        var square: Double
        var x: Int32
        var y: Int32
    }

    private let index: LocatorIndex
    private let options: Options
    private let (wantsHouses, wantsRanges): (Bool, Bool)
    private var stack: [PackedTree.Node] = []
    private(set) var kept: [Found] = []

    init(_ index: LocatorIndex, _ options: Options) {
        (self.index, self.options) = (index, options)
        let types = options.types
        let wantsStreets = types.isEmpty || types.contains("streetname")
        (wantsHouses, wantsRanges) = (
            wantsStreets || types.contains("pointaddress"), wantsStreets || types.contains("streetaddress")
        )
        stack.reserveCapacity(160)
    }

    /// Finds what is nearest to a place, the nearest first; it is in ``kept``.
    ///
    /// - Parameter known: What was found for another place, which is often near this one.
    mutating func run(_ place: Position, from known: Found? = nil) throws(LocatorDamage) {
        kept.removeAll(keepingCapacity: true)
        let metric = PlaceMetric(place)
        let near = options.limit == 1 ? known.map { metric.squaredDistance($0.x, $0.y) * (1 + 1e-9) } ?? .infinity : .infinity
        // What is visited is kept in self, and what is still to be visited apart from it.
        var stack: [PackedTree.Node] = []
        swap(&stack, &self.stack)
        defer { swap(&stack, &self.stack) }
        if wantsHouses || wantsRanges {
            let most = min(options.addresses * options.addresses, near)
            try index.addressTree.forEach(near: metric, within: most, &stack) { (item, _, _) throws(LocatorDamage) in
                try visitAddresses(item, metric, most)
                return limit(most)
            }
        }
        let most = min(max(options.places, options.addresses) * max(options.places, options.addresses), near)
        try index.featureTree.forEach(near: metric, within: limit(most), &stack) { (item, box, _) throws(LocatorDamage) in
            try visitFeature(Int(item >> 2), box, metric, most)
            return limit(most)
        }
    }

    /// Beyond which nothing is kept any more.
    @inline(__always)
    private func limit(_ most: Double) -> Double { kept.count < options.limit ? most : min(most, kept[kept.count - 1].square) }

    @inline(__always)
    private mutating func visitAddresses(_ item: UInt32, _ metric: PlaceMetric, _ most: Double) throws(LocatorDamage) {
        let number = Int(item >> 2)
        if item & 3 == TreeItem.run.rawValue {
            if wantsHouses { try visitRun(number, metric, most) }
        } else if wantsRanges {
            let (x, y) = try nearest(on: number, metric)
            keep(LocatorEntry(.range, number), metric.squaredDistance(x, y), x, y, most)
        }
    }

    private mutating func visitRun(_ run: Int, _ metric: PlaceMetric, _ most: Double) throws(LocatorDamage) {
        var part = 0
        try index.houses.forEach(in: run) { (house) throws(LocatorDamage) in
            defer { part += 1 }
            if metric.isBeyond(limit(most), house.x, house.y) { return }
            keep(LocatorEntry(.run, run, part), metric.squaredDistance(house.x, house.y), house.x, house.y, most)
        }
    }

    private func nearest(on range: Int, _ metric: PlaceMetric) throws(LocatorDamage) -> (x: Int32, y: Int32) {
        var (best, square) = ((x: Int32(0), y: Int32(0)), Double.infinity)
        try index.ranges.forEachSegment(of: range) { start, end in
            let place = metric.nearest(on: start, end)
            let own = metric.squaredDistance(place.x, place.y)
            if own < square { (best, square) = (place, own) }
        }
        return best
    }

    private mutating func visitFeature(_ number: Int, _ box: GeoBox, _ metric: PlaceMetric, _ most: Double) throws(LocatorDamage)
    {
        // A feature's box in the tree is the point where it is.
        let square = metric.squaredDistance(box.xMin, box.yMin)
        if square > limit(most) { return }
        let feature = try index.features[number]
        let reach = feature.kind == .pointOfInterest ? options.addresses : options.places
        // Settlements that only addresses name, and post codes, have no place of their own.
        guard options.types.isEmpty ? !feature.isDerived : options.types.contains(feature.kind.addressType) else { return }
        keep(LocatorEntry(.feature, number), square, box.xMin, box.yMin, reach * reach)
    }

    /// Of those equally far the first of the file.
    @inline(__always)
    private mutating func keep(_ entry: LocatorEntry, _ square: Double, _ x: Int32, _ y: Int32, _ most: Double) {
        guard square <= limit(most) else { return }
        var place = kept.count
        while place > 0, (square, entry.rawValue) < (kept[place - 1].square, kept[place - 1].entry.rawValue) { place -= 1 }
        guard place < options.limit else { return }
        kept.insert(Found(entry: entry, square: square, x: x, y: y), at: place)
        if kept.count > options.limit { kept.removeLast() }
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
