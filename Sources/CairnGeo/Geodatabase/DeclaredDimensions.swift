import CairnCore

/// What a file says of the heights and measures of a table's geometries (OGC 12-128r18, §2.1.5): that none has them, that each has, or that some
/// may.
struct DeclaredDimensions {
    private enum Word: Int {
        case none, each, some
    }

    private let table: String
    private let database: Database
    private var heights = Word.some
    private var measures = Word.some

    init(of table: String, _ database: Database) throws(DatabaseError) {
        (self.table, self.database) = (table, database)
        let row = try database.prepare("SELECT z, m FROM gpkg_geometry_columns WHERE lower(table_name) = lower(?)")
        row.bind(1, table)
        guard try row.step() else { return }
        heights = Word(rawValue: row.int(0)) ?? .some
        measures = Word(rawValue: row.int(1)) ?? .some
    }

    /// Sees to it that it stays true with a geometry, which is told by its bytes as a ``GeoPackageGeometry``; within a transaction of the caller's.
    mutating func admit(_ blob: [UInt8]) throws(DatabaseError) {
        if heights == .some, measures == .some { return }
        let wkb = 8 + (blob[3] >> 1 & 7 == 0 ? 0 : 32)
        // Little-endian: 1001 is a point with a height, 2001 one with a measure, 3001 one with both.
        let layout = (Int(blob[wkb + 1]) | Int(blob[wkb + 2]) << 8) / 1000
        let (wantsHeights, wantsMeasures) = (Self.isFalse(heights, layout & 1 != 0), Self.isFalse(measures, layout & 2 != 0))
        guard wantsHeights || wantsMeasures else { return }
        if wantsHeights { heights = .some }
        if wantsMeasures { measures = .some }
        let update = try database.prepare("UPDATE gpkg_geometry_columns SET (z, m) = (?, ?) WHERE lower(table_name) = lower(?)")
        update.bind(1, heights.rawValue)
        update.bind(2, measures.rawValue)
        update.bind(3, table)
        try update.run()
    }

    private static func isFalse(_ word: Word, _ isThere: Bool) -> Bool { word == .none && isThere || word == .each && !isThere }
}
