import CairnCore
import CairnGeo
import Foundation

/// Writes the tables of a locator file.
final class LocatorWriter {
    private let database: Database
    private let defaultCountry: String
    private let insertFeature: Statement
    private let insertPoint: Statement
    private let insertRange: Statement
    private let findStreet: Statement
    private let insertStreet: Statement
    /// Streets met lately; the rest are looked up.
    private var streets: [String: Int] = [:]
    private(set) var streetCount = 0
    private var featureCount = 0
    private var itemCount = 0
    private var items: [SpatialItem] = []

    private struct SpatialItem {
        let order: UInt32
        let id: UInt32
        let box: PackedRTree.Box
    }

    init(_ url: URL, defaultCountry: String) throws {
        database = try Database(url, .create)
        self.defaultCountry = defaultCountry
        // Nobody needs one for a file that is thrown away if it fails. But without any, which Apple's SQLite refuses, an error would be the end of it.
        try database.setJournalMode("MEMORY")
        try database.execute(
            """
            PRAGMA synchronous = OFF; PRAGMA cache_size = -16000; PRAGMA temp_store = FILE;
            PRAGMA locking_mode = EXCLUSIVE; PRAGMA application_id = \(LocatorSchema.applicationID);
            """)
        try database.execute(LocatorSchema.tables)
        try database.execute("CREATE TEMP TABLE street (identity TEXT PRIMARY KEY, id INTEGER NOT NULL) WITHOUT ROWID; BEGIN")
        insertFeature = try database.prepare(
            "INSERT INTO feature VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        insertPoint = try database.prepare("INSERT INTO point VALUES (?, ?, ?, ?, ?, ?, ?)")
        insertRange = try database.prepare("INSERT INTO range VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")
        findStreet = try database.prepare("SELECT id FROM temp.street WHERE identity = ?")
        insertStreet = try database.prepare("INSERT INTO temp.street VALUES (?, ?)")
    }

    func addPlace(_ row: LocatorRow, kind: FeatureKind) throws {
        let place = kind == .pointOfInterest ? streetAddress(row) : ""
        let box = box(around: row.line)
        try addFeature(row, kind, name: row.name, place: place, box)
        try addItem(id: featureCount, isFeature: true, box)
    }

    func addPoint(_ row: LocatorRow, _ number: HouseNumber) throws {
        let street = try street(of: row)
        let box = box(around: row.line)
        itemCount += 1
        insertPoint.bind(1, itemCount)
        insertPoint.bind(2, street)
        insertPoint.bind(3, number.value)
        insertPoint.bind(4, number.label.uppercased())
        insertPoint.bind(5, row.postal)
        insertPoint.bind(6, Int(box.xMin))
        insertPoint.bind(7, Int(box.yMin))
        try insertPoint.run()
        try addItem(id: itemCount, isFeature: false, box)
    }

    func addRange(_ row: LocatorRow) throws {
        let street = try street(of: row)
        itemCount += 1
        let values = [itemCount, street, min(row.first, row.last), max(row.first, row.last), row.first, row.last]
        for (index, value) in (values + [row.parity.rawValue]).enumerated() { insertRange.bind(Int32(index + 1), value) }
        insertRange.bind(8, row.postal)
        insertRange.bind(9, AddressLine(row.line).bytes)
        try insertRange.run()
        try addItem(id: itemCount, isFeature: false, box(around: row.line))
    }

    /// Streets of one name in one settlement are one, whatever their post codes.
    private func street(of row: LocatorRow) throws -> Int {
        let parts = [row.street, row.city, row.subregion, row.region, row.country]
        let identity = parts.joined(separator: "\u{1F}").lowercased()
        if let id = streets[identity] { return id }
        if streets.count >= 20_000 { streets = [:] }
        findStreet.bind(1, identity)
        if try findStreet.step() {
            let id = findStreet.int(0)
            findStreet.reset()
            streets[identity] = id
            return id
        }
        findStreet.reset()
        try addFeature(row, .street, name: row.street, place: "", box(around: row.line))
        insertStreet.bind(1, identity)
        insertStreet.bind(2, featureCount)
        try insertStreet.run()
        streetCount += 1
        streets[identity] = featureCount
        return featureCount
    }

    private func addFeature(
        _ row: LocatorRow, _ kind: FeatureKind, name: String, place: String, _ box: PackedRTree.Box
    ) throws {
        featureCount += 1
        let country = row.country.isEmpty ? defaultCountry : row.country
        let category = row.category.isEmpty ? Self.category(of: kind) : row.category
        let texts = [
            name, TextNormalizer.key(name), place, row.city, row.subregion, row.region,
            kind == .street ? "" : row.postal, country.uppercased(), category,
        ]
        insertFeature.bind(1, featureCount)
        insertFeature.bind(2, kind.rawValue)
        for (index, text) in texts.enumerated() { insertFeature.bind(Int32(index + 3), text) }
        let sides = [box.xMin, box.yMin, box.xMax, box.yMax].map { Int($0) }
        let numbers = [(sides[0] + sides[2]) / 2, (sides[1] + sides[3]) / 2] + sides
        for (index, number) in numbers.enumerated() { insertFeature.bind(Int32(index + 12), number) }
        try insertFeature.run()
    }

    private static func category(of kind: FeatureKind) -> String {
        switch kind {
        case .place: "Populated Place"
        case .street: "Street Name"
        case .pointOfInterest: "POI"
        }
    }

    private func streetAddress(_ row: LocatorRow) -> String {
        guard let number = row.numbers.first, !row.street.isEmpty else { return row.street }
        return "\(number.label.uppercased()) \(row.street)"
    }

    private func box(around line: [Position]) -> PackedRTree.Box {
        let xs = line.map { Fixed.from($0.x) }
        let ys = line.map { Fixed.from($0.y) }
        return PackedRTree.Box(xMin: xs.min()!, yMin: ys.min()!, xMax: xs.max()!, yMax: ys.max()!)
    }

    private func addItem(id: Int, isFeature: Bool, _ box: PackedRTree.Box) throws {
        // Half the 32 bits' range for features, half for addresses: the lowest bit tells them apart.
        guard id < Int(UInt32.max / 2) else { throw LocatorError.unusableTable(path: database.path, reason: "too large") }
        let order = HilbertCurve.index(ofX: box.xMin / 2 + box.xMax / 2, y: box.yMin / 2 + box.yMax / 2)
        items.append(SpatialItem(order: order, id: UInt32(id * 2 + (isFeature ? 1 : 0)), box: box))
    }

    /// Writes what can be written only when all rows are there: indexes, extents, words.
    func finish(name: String, _ progress: (Double) -> Void) throws {
        try writeSpatialIndex()
        progress(0.1)
        try database.execute(LocatorSchema.indexes)
        progress(0.3)
        try database.execute(Self.streetExtents)
        progress(0.4)
        try writeSearchIndex(progress)
        try writeWords()
        try database.execute("DROP TABLE vocabulary; DROP TABLE temp.street")
        let meta = try database.prepare("INSERT INTO meta VALUES (?, ?)")
        for (key, value) in [("features", "\(featureCount)"), ("format", "\(LocatorSchema.version)"), ("name", name)] {
            meta.bind(1, key)
            meta.bind(2, value)
            try meta.run()
        }
        try database.execute("COMMIT; ANALYZE")
        progress(1)
    }

    private static let streetExtents = """
        UPDATE feature SET xmin = e.a, ymin = e.b, xmax = e.c, ymax = e.d, x = (e.a + e.c) / 2, y = (e.b + e.d) / 2
        FROM (SELECT street, min(x) AS a, min(y) AS b, max(x) AS c, max(y) AS d FROM point GROUP BY street) AS e
        WHERE e.street = feature.id;
        """

    private func writeSpatialIndex() throws {
        items.sort { ($0.order, $0.id) < ($1.order, $1.id) }
        let insert = try database.prepare("INSERT INTO spatial VALUES (?, ?)")
        insert.bind(1, SpatialCoding.encode(items.map(\.id)))
        insert.bind(2, SpatialCoding.encode(items.map(\.box)))
        try insert.run()
        items = []
    }

    private func writeSearchIndex(_ progress: (Double) -> Void) throws {
        let features = try database.prepare(
            """
            SELECT id, key, place, city, subregion, region, country, kind, postal FROM feature ORDER BY id
            """)
        let postals = try database.prepare(
            "SELECT postal FROM point WHERE street = ?1 UNION SELECT postal FROM range WHERE street = ?1")
        let setPostal = try database.prepare("UPDATE feature SET postal = ? WHERE id = ?")
        let insert = try database.prepare("INSERT INTO search (rowid, name, context) VALUES (?, ?, ?)")
        while try features.step() {
            let id = features.int(0)
            if id % 8192 == 0 { progress(0.4 + 0.5 * Double(id) / Double(featureCount)) }
            var postal = features.string(8)
            if features.int(7) == FeatureKind.street.rawValue {
                postal = try Self.all(postals, of: id)
                setPostal.bind(1, postal)
                setPostal.bind(2, id)
                try setPostal.run()
            }
            let context = [2, 3, 4, 5, 6].map { features.string(Int32($0)) } + [postal]
            insert.bind(1, id)
            insert.bind(2, features.string(1))
            insert.bind(3, Self.uniqueTokens(context))
            try insert.run()
        }
    }

    private static func all(_ postals: Statement, of street: Int) throws -> String {
        postals.bind(1, street)
        defer { postals.reset() }
        var found: [String] = []
        while try postals.step() { found.append(postals.string(0)) }
        return found.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func uniqueTokens(_ texts: [String]) -> String {
        var seen: [String] = []
        for text in texts where !text.isEmpty {
            for token in TextNormalizer.tokens(text) where !seen.contains(token) { seen.append(token) }
        }
        return seen.joined(separator: " ")
    }

    private func writeWords() throws {
        let words = try database.prepare("SELECT term, doc FROM vocabulary")
        let insert = try database.prepare("INSERT INTO word VALUES (?, ?, ?)")
        while try words.step() {
            let word = words.string(0)
            insert.bind(1, word)
            insert.bind(2, String(word.reversed()))
            insert.bind(3, words.int(1))
            try insert.run()
        }
        try database.execute("CREATE INDEX word_reversed ON word (reversed)")
    }
}
