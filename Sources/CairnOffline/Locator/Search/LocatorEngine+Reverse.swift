import CairnCore
package import CairnGeo
import Foundation

extension LocatorEngine {
    /// What is at a place, the nearest first.
    ///
    /// - Parameters:
    ///   - maximumDistance: In metres; nil takes addresses and points of interest up to 500 m away, and places up to 50 km.
    ///   - types: Only these address types; empty is all that the tables have.
    package func reverse(
        _ place: Position, maximumDistance: Double?, types: [String] = [], limit: Int = 1
    ) throws -> [LocatorCandidate] {
        guard let place = place.onEarth else { return [] }
        let options = NearestSearch.Options(maximum: maximumDistance, types: Set(types.map(CategoryNames.key)), limit: limit)
        return try telling { () throws(BlockDamage) in
            var search = NearestSearch(index, options)
            try search.run(place)
            var candidates: [LocatorCandidate] = []
            for found in search.kept {
                guard var candidate = try candidate(found.entry, near: place) else { continue }
                if !options.types.isEmpty, !options.types.contains(CategoryNames.key(candidate.addressType)) {
                    candidate.house = nil
                }
                candidate.distance = found.square.squareRoot()
                candidates.append(candidate)
            }
            return candidates
        }
    }

    /// What an entry stands for; nil if nothing does.
    ///
    /// - Parameter place: Of a range of numbers, the one that is nearest to this; nil for the entry's own.
    func candidate(_ entry: LocatorEntry, near place: Position? = nil) throws(BlockDamage) -> LocatorCandidate? {
        switch entry.item {
        case .feature: return entry.index < index.features.count ? LocatorCandidate(try index.features[entry.index]) : nil
        case .run: return try house(entry)
        case .range: return try range(entry, near: place)
        case .context: return nil
        }
    }

    private func house(_ entry: LocatorEntry) throws(BlockDamage) -> LocatorCandidate? {
        guard entry.index < index.houses.count else { return nil }
        var candidate = LocatorCandidate(try index.features[try index.houses.street(of: entry.index)])
        var part = 0
        try index.houses.forEach(in: entry.index) { (house) throws(BlockDamage) in
            if part == entry.part {
                candidate.house = LocatorCandidate.House(house, .point)
                candidate.place = Position(x: Fixed.degrees(house.x), y: Fixed.degrees(house.y))
            }
            part += 1
        }
        return candidate.house == nil ? nil : candidate
    }

    private func range(_ entry: LocatorEntry, near place: Position?) throws(BlockDamage) -> LocatorCandidate? {
        guard entry.index < index.ranges.count else { return nil }
        let (range, line) = (try index.ranges[entry.index], try index.ranges.line(of: entry.index))
        var candidate = LocatorCandidate(try index.features[range.street])
        var number = entry.part
        if let place {
            let nearest = line.nearest(to: place)
            (number, candidate.place) = (range.number(at: nearest.share), nearest.place)
        } else {
            candidate.place = line.place(of: number, first: range.first, last: range.last)
        }
        candidate.house = LocatorCandidate.House(number, of: range, .interpolated)
        return candidate
    }
}

extension RangeView {
    /// The house number at a share of the way, of the range's parity.
    func number(at share: Double) -> Int {
        // A range of one number has it, whatever its parity is said to be.
        if first == last { return first }
        let number = Int(rounding: Double(first) + share * (Double(last) - Double(first))) ?? first
        if parity.holds(number) { return number }
        let step = last >= first ? 1 : -1
        return number == last ? number - step : number + step
    }
}
