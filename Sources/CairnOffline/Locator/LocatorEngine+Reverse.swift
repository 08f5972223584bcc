import CairnCore
package import CairnGeo
import Foundation

extension LocatorEngine {
    /// What is at a place, the nearest first.
    ///
    /// - Parameters:
    ///   - maximumDistance: In metres; nil takes addresses up to 500 m away, and places however far.
    ///   - types: Only these address types, in lower case; empty is all.
    package func reverse(
        _ place: Position, maximumDistance: Double?, types: Set<String> = [], limit: Int = 1
    ) throws -> [LocatorCandidate] {
        // Near the date line the nearest may be on its other side.
        let turns = abs(place.x) > 170 ? [0.0, place.x > 0 ? -360 : 360] : [0]
        var found: [LocatorCandidate] = []
        for turn in turns {
            var side = place
            side.x += turn
            found += try nearest(to: side, maximumDistance, types, limit)
        }
        found.sort { ($0.distance ?? 0) < ($1.distance ?? 0) }
        return Array(found.prefix(limit))
    }

    private func nearest(
        to place: Position, _ maximumDistance: Double?, _ types: Set<String>, _ limit: Int
    ) throws -> [LocatorCandidate] {
        // The boxes come by their distance; an item's own is never less. Enough once the last kept is nearer than the next box.
        var kept: [(candidate: LocatorCandidate, square: Double)] = []
        let xScale = max(0.01, cos(place.y * .pi / 180))
        try tree.nearest(x: place.x * 1e7, y: place.y * 1e7, xScale: xScale) { item, boxSquare in
            let square = boxSquare * 1e-14
            if kept.count >= limit, let last = kept.last, last.square <= square { return false }
            guard let (candidate, own) = try candidate(item, near: place, square) else { return true }
            if types.isEmpty || types.contains(candidate.addressType.lowercased()) {
                let index = kept.firstIndex { $0.square > own } ?? kept.endIndex
                kept.insert((candidate, own), at: index)
                if kept.count > limit { kept.removeLast() }
            }
            // Degrees of latitude: 5 of them are 550 km, beyond which nothing is at the place.
            return square < 25 || maximumDistance == nil && kept.isEmpty
        }
        return kept.map(\.candidate).compactMap { candidate in
            var candidate = candidate
            let distance = Geodesic.distance(from: place, to: candidate.place)
            candidate.distance = distance
            let tolerance = maximumDistance ?? (candidate.feature.kind == .place ? .infinity : 500)
            return distance <= tolerance ? candidate : nil
        }
    }

    private func candidate(
        _ item: UInt32, near place: Position, _ boxSquare: Double
    ) throws -> (LocatorCandidate, Double)? {
        let id = Int(item / 2)
        if item % 2 == 1 {
            guard let feature = try statements.feature(id) else { return nil }
            return (LocatorCandidate(feature: feature, house: nil, score: 100), boxSquare)
        }
        if let point = try statements.point(id), let street = try statements.feature(point.street) {
            let house = LocatorCandidate.House(
                label: point.label, postal: point.postal,
                place: Position(x: Fixed.degrees(point.x), y: Fixed.degrees(point.y)), isInterpolated: false)
            return (LocatorCandidate(feature: street, house: house, score: 100), boxSquare)
        }
        guard let range = try statements.range(id), let street = try statements.feature(range.street) else { return nil }
        let nearest = range.line.nearest(to: place)
        let house = LocatorCandidate.House(
            label: String(range.number(at: nearest.share)), postal: range.postal, place: nearest.place, isInterpolated: true)
        return (LocatorCandidate(feature: street, house: house, score: 100), nearest.squaredDistance)
    }
}

extension LocatorRange {
    /// The house number at a share of the way, of the range's parity.
    func number(at share: Double) -> Int {
        let number = Int(rounding: Double(first) + share * (Double(last) - Double(first))) ?? first
        if parity.holds(number) { return number }
        let step = last >= first ? 1 : -1
        return number == last ? number - step : number + step
    }
}
