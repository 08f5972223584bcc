import CairnCore
import CairnGeo

/// Finds the houses of a street that have a number, or the one that comes nearest to it.
struct HouseSearch {
    private let index: LocatorIndex
    private let number: Int
    /// How it is written, and with the word behind it, such as the "A" of "12 A" or the "rear" of "72 rear".
    private let label: String
    private let longer: String?

    init(_ index: LocatorIndex, _ number: HouseNumber) {
        (self.index, self.number, label, longer) = (index, number.value, Self.plain(number.label), nil)
    }

    /// The number that a word of a query is.
    init(_ index: LocatorIndex, _ query: AddressQuery, _ token: Int) {
        let number = query.words[token].number
        (self.index, self.number, label) = (index, number?.value ?? 0, Self.plain(number?.label ?? ""))
        longer = Self.mayBelong(query, token) ? label + query.words[token + 1].plain : nil
    }

    /// Of the word behind a number that may be a part of it, how long: "rear" and "quater" are, and nothing longer.
    static let longestAddition = 6

    /// Whether the word behind a number may be a part of it.
    static func mayBelong(_ query: AddressQuery, _ token: Int) -> Bool {
        guard token + 1 < query.words.count, query.words[token + 1].part == query.words[token].part else { return false }
        return query.words[token + 1].plain.utf8.count <= longestAddition
    }

    /// How a house has a number.
    enum Fit {
        case same
        /// With the word behind it.
        case withNext
        /// With another letter, or without one.
        case alike
    }

    typealias Found = (house: LocatorCandidate.House, place: Position, fit: Fit)

    /// The houses of the number, those that are written like it alone if there are any.
    ///
    /// - Parameter isWithNext: Whether the word behind the number may be part of it.
    func houses(_ street: FeatureView, isWithNext: Bool = false, unit: String = "") throws(BlockDamage) -> [Found] {
        if street.runs.isEmpty { return try ranges(street) }
        var (exact, alike): ([Found], [Found]) = ([], [])
        try index.houses.forEach(numbered: number, in: street.runs) { (house) throws(BlockDamage) in
            // Of more flats the one that is asked for is enough.
            if exact.count + alike.count >= Self.most, unit.isEmpty || !Self.isUnit(house, unit) { return }
            let found = (LocatorCandidate.House(house, .point), Position(x: Fixed.degrees(house.x), y: Fixed.degrees(house.y)))
            let fit = fit(house, isWithNext)
            if fit == .alike { alike.append((found.0, found.1, fit)) } else { exact.append((found.0, found.1, fit)) }
        }
        // "12 A" is not 12, if there is a 12A.
        if exact.contains(where: { $0.fit == .withNext }) { exact.removeAll { $0.fit != .withNext } }
        if !exact.isEmpty { return exact }
        let ranges = try ranges(street)
        return ranges.isEmpty ? Array(alike.prefix(1)) : ranges
    }

    private func fit(_ house: HouseView, _ isWithNext: Bool) -> Fit {
        if house.label.isEmpty { return label.utf8.elementsEqual("\(house.number)".utf8) ? .same : .alike }
        let own = Self.plain(String(decoding: house.label, as: UTF8.self).lowercased())
        return own == label ? .same : isWithNext && own == longer ? .withNext : .alike
    }

    /// How many houses of one number are looked at.
    private static let most = 40

    /// Whether a flat's number ends as another one: "Apt 4" as "4".
    private static func isUnit(_ house: HouseView, _ unit: String) -> Bool {
        house.unit.count >= unit.utf8.count
            && zip(house.unit.suffix(unit.utf8.count), unit.utf8).allSatisfy { $0 == $1 || $0 | 0x20 == $1 }
    }

    /// "12-A" and "12 A" as "12A"; of "37-15" the hyphen belongs to the number.
    private static func plain(_ label: String) -> String {
        guard label.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: " ") }) else { return label }
        var plain = ""
        for (character, next) in zip(label, label.dropFirst() + " ")
        where character != " " && !(character == "-" && !next.isNumber) {
            plain.append(character)
        }
        return plain
    }

    private func ranges(_ street: FeatureView) throws(BlockDamage) -> [Found] {
        var found: [Found] = []
        for place in street.ranges {
            let range = try index.ranges[place]
            guard range.holds(number) else { continue }
            // Its place is sought when it is an answer.
            found.append((LocatorCandidate.House(number, of: range, .interpolated), Position(x: 0, y: 0), .same))
            if found.count == 8 { break }
        }
        return found
    }

    /// Of the street's numbers the nearest, on the same side if there is one.
    func nearest(_ street: FeatureView) throws(BlockDamage) -> (LocatorCandidate.House?, Position)? {
        var best: (house: LocatorCandidate.House, place: Position, cost: Int)?
        func cost(_ other: Int) -> Int { abs(other - number) * 2 + (other % 2 == number % 2 ? 0 : 50) }
        if !street.runs.isEmpty {
            let place = try index.houses.place(of: number, in: street.runs)
            for run in place..<min(place + 2, street.runs.upperBound) {
                try index.houses.forEach(in: run) { (house) throws(BlockDamage) in
                    let cost = cost(Int(house.number))
                    guard cost < best?.cost ?? .max else { return }
                    best = (
                        LocatorCandidate.House(house, .nearest), Position(x: Fixed.degrees(house.x), y: Fixed.degrees(house.y)),
                        cost
                    )
                }
            }
        }
        var nearest: (range: RangeView, end: Int, cost: Int)?
        for place in street.ranges {
            let range = try index.ranges[place]
            let end = number < range.low ? range.low : range.high
            let cost = cost(end)
            if cost < nearest?.cost ?? best?.cost ?? .max { nearest = (range, end, cost) }
        }
        guard let (range, end, _) = nearest else { return best.map { ($0.house, $0.place) } }
        let place = try index.ranges.line(of: range.index).place(of: end, first: range.first, last: range.last)
        return (LocatorCandidate.House(end, of: range, .nearest), place)
    }
}
