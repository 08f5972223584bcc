import CairnGeo

/// The prepared statements of an open locator file, and the rows they read.
final class LocatorStatements {
    private let feature: Statement
    private let byKey: Statement
    private let byPrefix: Statement
    private let bySearch: Statement
    private let points: Statement
    private let pointByID: Statement
    private let ranges: Statement
    private let rangeByID: Statement
    private let pointsOfStreet: Statement
    private let linesOfStreet: Statement
    private let wordExists: Statement
    private let wordsByPrefix: Statement
    private let wordsBySuffix: Statement

    init(_ database: Database) throws {
        let columns =
            "id, kind, name, key, place, city, subregion, region, postal, country, category, x, y, "
            + "xmin, ymin, xmax, ymax"
        feature = try database.prepare("SELECT \(columns) FROM feature WHERE id = ?")
        byKey = try database.prepare("SELECT \(columns) FROM feature WHERE key = ? LIMIT ?")
        byPrefix = try database.prepare("SELECT \(columns) FROM feature WHERE key >= ? AND key < ? ORDER BY key LIMIT ?")
        bySearch = try database.prepare("SELECT rowid FROM search WHERE search MATCH ? LIMIT ?")
        points = try database.prepare("SELECT id, number, label, postal, x, y FROM point WHERE street = ? AND number = ?")
        pointByID = try database.prepare("SELECT street, number, label, postal, x, y FROM point WHERE id = ?")
        let range = "id, street, low, high, first, last, parity, postal, line FROM range"
        ranges = try database.prepare("SELECT \(range) WHERE street = ? AND low <= ? AND high >= ?2")
        rangeByID = try database.prepare("SELECT \(range) WHERE id = ?")
        pointsOfStreet = try database.prepare("SELECT x, y FROM point WHERE street = ?")
        linesOfStreet = try database.prepare("SELECT line FROM range WHERE street = ?")
        wordExists = try database.prepare("SELECT count FROM word WHERE word = ?")
        wordsByPrefix = try database.prepare("SELECT word, count FROM word WHERE word >= ? AND word < ?")
        wordsBySuffix = try database.prepare("SELECT word, count FROM word WHERE reversed >= ? AND reversed < ?")
    }

    func feature(_ id: Int) throws -> LocatorFeature? {
        feature.bind(1, id)
        defer { feature.reset() }
        return try feature.step() ? Self.feature(in: feature) : nil
    }

    func features(key: String, limit: Int) throws -> [LocatorFeature] {
        byKey.bind(1, key)
        byKey.bind(2, limit)
        return try all(byKey, Self.feature)
    }

    func features(keyPrefix prefix: String, limit: Int) throws -> [LocatorFeature] {
        byPrefix.bind(1, prefix)
        byPrefix.bind(2, prefix + "\u{10FFFF}")
        byPrefix.bind(3, limit)
        return try all(byPrefix, Self.feature)
    }

    func search(_ match: String, limit: Int) throws -> [Int] {
        bySearch.bind(1, match)
        bySearch.bind(2, limit)
        return try all(bySearch) { $0.int(0) }
    }

    func points(street: Int, number: Int) throws -> [LocatorPoint] {
        points.bind(1, street)
        points.bind(2, number)
        return try all(points) { row in
            LocatorPoint(
                id: row.int(0), street: street, number: row.int(1), label: row.string(2), postal: row.string(3),
                x: row.int(4), y: row.int(5))
        }
    }

    func point(_ id: Int) throws -> LocatorPoint? {
        pointByID.bind(1, id)
        defer { pointByID.reset() }
        guard try pointByID.step() else { return nil }
        return LocatorPoint(
            id: id, street: pointByID.int(0), number: pointByID.int(1), label: pointByID.string(2),
            postal: pointByID.string(3), x: pointByID.int(4), y: pointByID.int(5))
    }

    func ranges(street: Int, number: Int) throws -> [LocatorRange] {
        ranges.bind(1, street)
        ranges.bind(2, number)
        return try all(ranges, LocatorRange.init).filter { $0.parity.holds(number) }
    }

    func range(_ id: Int) throws -> LocatorRange? {
        rangeByID.bind(1, id)
        defer { rangeByID.reset() }
        return try rangeByID.step() ? LocatorRange(rangeByID) : nil
    }

    /// Where a street runs.
    func shape(street: Int) throws -> StreetShape {
        pointsOfStreet.bind(1, street)
        linesOfStreet.bind(1, street)
        return StreetShape(
            lines: try all(linesOfStreet) { AddressLine(bytes: $0.blob(0)).vertices },
            houses: try all(pointsOfStreet) { Position(x: Fixed.degrees($0.int(0)), y: Fixed.degrees($0.int(1))) })
    }

    /// In how many features a word occurs; 0 if in none.
    func count(of word: String) throws -> Int {
        wordExists.bind(1, word)
        defer { wordExists.reset() }
        return try wordExists.step() ? wordExists.int(0) : 0
    }

    /// Visits the words that begin with a prefix, or end with a suffix given backwards.
    func visitWords(_ affix: String, isSuffix: Bool, _ visit: (String, Int) -> Void) throws {
        let statement = isSuffix ? wordsBySuffix : wordsByPrefix
        statement.bind(1, affix)
        statement.bind(2, affix + "\u{10FFFF}")
        defer { statement.reset() }
        while try statement.step() { visit(statement.string(0), statement.int(1)) }
    }

    private func all<Row>(_ statement: Statement, _ read: (Statement) -> Row) throws -> [Row] {
        defer { statement.reset() }
        var rows: [Row] = []
        while try statement.step() { rows.append(read(statement)) }
        return rows
    }

    private static func feature(in row: Statement) -> LocatorFeature {
        LocatorFeature(
            id: row.int(0), kind: FeatureKind(rawValue: row.int(1)) ?? .place, name: row.string(2), key: row.string(3),
            place: row.string(4), city: row.string(5), subregion: row.string(6), region: row.string(7),
            postal: row.string(8), country: row.string(9), category: row.string(10), x: row.int(11), y: row.int(12),
            box: PackedRTree.Box(
                xMin: Int32(clamping: row.int(13)), yMin: Int32(clamping: row.int(14)),
                xMax: Int32(clamping: row.int(15)), yMax: Int32(clamping: row.int(16))))
    }
}

/// One house.
struct LocatorPoint {
    let id: Int
    let street: Int
    let number: Int
    let label: String
    let postal: String
    let x: Int
    let y: Int
}

/// House numbers along a line.
struct LocatorRange {
    let id: Int
    let street: Int
    let first: Int
    let last: Int
    let parity: Parity
    let postal: String
    let line: AddressLine

    init(_ row: Statement) {
        id = row.int(0)
        street = row.int(1)
        first = row.int(4)
        last = row.int(5)
        parity = Parity(rawValue: row.int(6)) ?? .all
        postal = row.string(7)
        line = AddressLine(bytes: row.blob(8))
    }
}
