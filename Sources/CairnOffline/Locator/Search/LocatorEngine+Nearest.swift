import CairnCore
import CairnGeo
import Foundation

extension LocatorEngine {
    /// So many places are sought by one task before it looks whether it is cancelled.
    private static let share = 4096

    /// What is nearest to each of many places; those that lie side by side are sought one after the other.
    func nearest(to places: [Position], maximumDistance: Double?, types: [String]) async throws -> [LocatorEntry?] {
        let options = NearestSearch.Options(maximum: maximumDistance, types: Set(types.map(CategoryNames.key)), limit: 1)
        let order = Self.alongCurve(places)
        if order.count <= Self.share {
            var entries = [LocatorEntry?](repeating: nil, count: places.count)
            for (place, entry) in try nearest(order[...], places, options) { entries[place] = entry }
            return entries
        }
        let parts = stride(from: 0, to: order.count, by: Self.share).map { $0..<min($0 + Self.share, order.count) }
        var entries = [LocatorEntry?](repeating: nil, count: places.count)
        try await withThrowingTaskGroup(of: [(Int, LocatorEntry)].self) { group in
            var waiting = parts[...]
            func add() {
                guard let part = waiting.popFirst() else { return }
                group.addTask { try self.nearest(order[part], places, options) }
            }
            for _ in 0..<ProcessInfo.processInfo.activeProcessorCount { add() }
            while let found = try await group.next() {
                for (place, entry) in found { entries[place] = entry }
                add()
            }
        }
        return entries
    }

    /// The places that are places, along Hilbert's curve.
    private static func alongCurve(_ places: [Position]) -> [Int] {
        let keys = places.indices.filter { places[$0].x.isFinite && abs(places[$0].y) <= 90 }.map { index in
            (HilbertCurve.index(ofX: Fixed.from(remainder(places[index].x, 360)), y: Fixed.from(places[index].y)), index)
        }
        return keys.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func nearest(_ order: ArraySlice<Int>, _ places: [Position], _ options: NearestSearch.Options) throws -> [(
        Int, LocatorEntry
    )] {
        try Task.checkCancellation()
        return try telling { () throws(LocatorDamage) in
            var search = NearestSearch(index, options)
            var (last, entries): (NearestSearch.Found?, [(Int, LocatorEntry)]) = (nil, [])
            entries.reserveCapacity(order.count)
            for place in order {
                try search.run(places[place], from: last)
                guard let found = search.kept.first else { continue }
                last = found
                entries.append((place, try numbered(found, near: places[place])))
            }
            return entries
        }
    }

    /// An entry, of a range of numbers with the nearest one.
    private func numbered(_ found: NearestSearch.Found, near place: Position) throws(LocatorDamage) -> LocatorEntry {
        guard found.entry.item == .range else { return found.entry }
        let line = try index.ranges.line(of: found.entry.index)
        return LocatorEntry(
            .range, found.entry.index, try index.ranges[found.entry.index].number(at: line.nearest(to: place).share))
    }
}
