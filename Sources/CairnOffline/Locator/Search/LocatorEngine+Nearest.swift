import CairnCore
import CairnGeo
import Foundation

extension LocatorEngine {
    /// So many places are sought by one task, at least and at most.
    private static let shares = 1 << 10...1 << 15
    /// So many are sought before it looks whether the file has changed.
    private static let turn = 1 << 12

    /// What is nearest to each of many places; those that lie side by side are sought one after the other.
    func nearest(to places: [Position], maximumDistance: Double?, types: [String]) async throws -> [LocatorEntry?] {
        let options = NearestSearch.Options(maximum: maximumDistance, types: Set(types.map(CategoryNames.key)), limit: 1)
        let order = PlaceOrder.alongCurve(places)
        var entries = [LocatorEntry?](repeating: nil, count: places.count)
        for stretch in try await nearest(to: places, along: order, options) {
            for (place, entry) in stretch { entries[place] = entry }
        }
        return entries
    }

    private func nearest(
        to places: [Position], along order: [Int], _ options: NearestSearch.Options
    ) async throws -> [[(place: Int, entry: LocatorEntry)]] {
        // They lie anywhere in memory: reads that follow each other are waited for together, those between searches one by one.
        @Sendable func found(_ stretch: ArraySlice<Int>) throws -> [(place: Int, entry: LocatorEntry)] {
            try nearest(to: stretch.map { ($0, places[$0]) }, options)
        }
        if order.count <= Self.shares.lowerBound { return [try found(order[...])] }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let share = (order.count / (2 * cores)).clamped(to: Self.shares)
        let stretches = stride(from: 0, to: order.count, by: share).map { order[$0..<min($0 + share, order.count)] }
        return try await stretches.concurrentMap(atMost: cores) { try found($0) }
    }

    /// What is nearest to each of numbered places, where there is something.
    ///
    /// - Throws: `CancellationError` before the next place, for a search of what the file does not have looks at all that it has.
    func nearest(
        to stretch: some Sequence<(Int, Position)>, _ options: NearestSearch.Options
    ) throws -> [(place: Int, entry: LocatorEntry)] {
        var (places, found) = (stretch.makeIterator(), [(place: Int, entry: LocatorEntry)]())
        found.reserveCapacity(stretch.underestimatedCount)
        var (search, last, isOver) = (NearestSearch(index, options), NearestSearch.Found?.none, false)
        while !isOver {
            isOver = try telling { () throws(BlockDamage) in
                for _ in 0..<Self.turn {
                    guard !Task.isCancelled, let (number, place) = places.next() else { return true }
                    try search.run(place, from: last)
                    guard let nearest = search.kept.first else { continue }
                    last = nearest
                    found.append((number, try entry(nearest, near: place, options)))
                }
                return false
            }
        }
        try Task.checkCancellation()
        return found
    }

    /// Of a range of numbers the nearest one, and the street if only that is asked for.
    private func entry(
        _ found: NearestSearch.Found, near place: Position, _ options: NearestSearch.Options
    ) throws(BlockDamage) -> LocatorEntry {
        let entry = found.entry
        switch entry.item {
        case .run: return options.wantsHouses ? entry : LocatorEntry(.feature, try index.houses.street(of: entry.index))
        case .range:
            let range = try index.ranges[entry.index]
            guard options.wantsRanges else { return LocatorEntry(.feature, range.street) }
            let line = try index.ranges.line(of: entry.index)
            return LocatorEntry(.range, entry.index, range.number(at: line.nearest(to: place.reduced).share))
        case .feature, .context: return entry
        }
    }
}
