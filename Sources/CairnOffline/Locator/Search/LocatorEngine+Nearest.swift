import CairnCore
import CairnGeo
import Foundation

extension LocatorEngine {
    /// So many places are put in order and sought by one task, at least and at most.
    private static let shares = 4096...1 << 18
    /// So many are sought before it looks whether it is cancelled.
    private static let turn = 4096

    /// What is nearest to each of many places; those that lie side by side are sought one after the other.
    func nearest(to places: [Position], maximumDistance: Double?, types: [String]) async throws -> [LocatorEntry?] {
        let options = NearestSearch.Options(maximum: maximumDistance, types: Set(types.map(CategoryNames.key)), limit: 1)
        if places.count <= Self.shares.lowerBound { return try nearest(places[...], options) }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let share = (places.count / (2 * cores)).clamped(to: Self.shares)
        let parts = stride(from: 0, to: places.count, by: share).map { places[$0..<min($0 + share, places.count)] }
        var found = [[LocatorEntry?]](repeating: [], count: parts.count)
        try await withThrowingTaskGroup(of: (Int, [LocatorEntry?]).self) { group in
            var next = 0
            func add() {
                guard next < parts.count else { return }
                let part = next
                group.addTask { (part, try self.nearest(parts[part], options)) }
                next += 1
            }
            for _ in 0..<cores { add() }
            while let (part, entries) = try await group.next() {
                found[part] = entries
                add()
            }
        }
        return found.flatMap(\.self)
    }

    private func nearest(_ places: ArraySlice<Position>, _ options: NearestSearch.Options) throws -> [LocatorEntry?] {
        var entries = [LocatorEntry?](repeating: nil, count: places.count)
        var search = NearestSearch(index, options)
        var last: NearestSearch.Found?
        let order = Self.alongCurve(places)
        for start in stride(from: 0, to: order.count, by: Self.turn) {
            try Task.checkCancellation()
            try telling { () throws(LocatorDamage) in
                for place in order[start..<min(start + Self.turn, order.count)] {
                    try search.run(places[place], from: last)
                    guard let found = search.kept.first else { continue }
                    last = found
                    entries[place - places.startIndex] = try numbered(found, near: places[place])
                }
            }
        }
        return entries
    }

    /// The places that are places, along Hilbert's curve: the last bits of a cell, which is of ten metres then, are the place's number.
    private static func alongCurve(_ places: ArraySlice<Position>) -> [Int] {
        var keys: [UInt64] = []
        keys.reserveCapacity(places.count)
        for index in places.indices where places[index].x.isFinite && abs(places[index].y) <= 90 {
            let cell = HilbertCurve.index(ofX: Fixed.from(remainder(places[index].x, 360)), y: Fixed.from(places[index].y))
            keys.append(cell & ~0xF_FFFF | UInt64(index - places.startIndex))
        }
        keys.sort()
        return keys.map { places.startIndex + Int($0 & 0xF_FFFF) }
    }

    /// An entry, of a range of numbers with the nearest one.
    private func numbered(_ found: NearestSearch.Found, near place: Position) throws(LocatorDamage) -> LocatorEntry {
        guard found.entry.item == .range else { return found.entry }
        let line = try index.ranges.line(of: found.entry.index)
        return LocatorEntry(
            .range, found.entry.index, try index.ranges[found.entry.index].number(at: line.nearest(to: place).share))
    }
}
