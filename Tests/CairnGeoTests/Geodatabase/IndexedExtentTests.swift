import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnGeo

/// The extent of a table is read from its spatial index, which rounds, and is as exact as its geometries.
@Suite(.timeLimit(.minutes(5)))
struct IndexedExtentTests {
    private let file: GeoPackageFile
    private let table = FeatureTableDefinition("Things", geometryType: .point, spatialReference: .wgs84)

    init() throws { file = try GeoPackageFile() }

    /// Values that a `Float` holds, and those just beside them, of all sizes: where rounding outwards may change which is the least.
    private func number(_ random: inout SeededGenerator) -> Double {
        let exact = Double(
            Float(Double.random(in: -2...2, using: &random)) * Float([1, 1e-30, 180, 2e7].randomElement(using: &random) ?? 1))
        return switch Int.random(in: 0...3, using: &random) {
        case 0: exact
        case 1: exact.nextUp
        case 2: exact.nextDown
        default: exact * (1 + Double.random(in: -1...1, using: &random) * 0x1p-23)
        }
    }

    private func point(_ random: inout SeededGenerator) -> Feature {
        Feature(geometry: .point(MapPoint(x: number(&random), y: number(&random))))
    }

    private func expectExtent(_ comment: Comment) throws {
        let boxes = try file.features("Things").compactMap { $0.geometry?.extent }
        let model = boxes.reduce(nil) { box, other in box?.union(other) ?? other }
        var extent = try file.package.extent(QueryParameters(), of: table)
        #expect((extent == nil) == (model == nil), comment)
        extent?.spatialReference = model?.spatialReference
        #expect(extent == model, comment)
    }

    @Test(arguments: [true, false])
    func `whatever is added, moved and deleted, the extent is that of the features`(isKept: Bool) throws {
        for seed in 0..<UInt64(rounds(20, long: 500)) {
            var random = SeededGenerator(seed: seed)
            try file.package.transaction {
                if seed > 0 { for sql in ["DELETE FROM Things"] { try file.package.database.execute(sql) } }
                if seed == 0 { try file.package.createTable(table, isIndexed: isKept) }
                let writer = try file.package.writer(of: table)
                for _ in 0..<Int.random(in: 0...300, using: &random) { try writer.add(point(&random)) }
                if seed == 0, !isKept { try file.package.createIndex(of: table) }
            }
            try expectExtent("seed \(seed)")
            for step in 0..<5 {
                let box = try file.package.extent(QueryParameters(), of: table)
                // Mostly what makes the edge.
                let edge = "ST_MaxX(SHAPE) >= \(box?.xMax ?? 0) OR ST_MinY(SHAPE) <= \(box?.yMin ?? 0)"
                try file.package.transaction { try file.package.database.execute("DELETE FROM Things WHERE \(edge)") }
                try expectExtent("seed \(seed), step \(step)")
            }
        }
    }

    @Test func `the least is found though the index has another one for it`() throws {
        // SQLite makes what is no `Float` smaller by two of them here, and what is one stays.
        let below = Float(2).nextDown
        let (least, other) = (Double(below.nextDown), Double(below).nextDown)
        try file.package.transaction {
            try file.package.createTable(table)
            let writer = try file.package.writer(of: table)
            for x in [least, other] { try writer.add(Feature(geometry: .point(MapPoint(x: x, y: -x)))) }
        }
        let extent = try file.package.extent(QueryParameters(), of: table)
        #expect(extent?.xMin == least && extent?.yMax == -least)
    }

    @Test func `an index that has lost the features at an edge is passed over`() throws {
        try file.package.transaction {
            try file.package.createTable(table)
            let writer = try file.package.writer(of: table)
            for x in 0..<200 { try writer.add(Feature(geometry: .point(MapPoint(x: Double(x), y: 0)))) }
            try file.package.database.execute("DELETE FROM Things WHERE SHAPE NOTNULL AND ST_MinX(SHAPE) < 20")
            let stale = "INSERT INTO rtree_Things_SHAPE VALUES (100000, -500, -500, 0, 0)"
            try file.package.database.execute(stale)
        }
        #expect(try file.package.extent(QueryParameters(), of: table)?.xMin == 20)
    }

    /// Twenty points in a row, the first at 0 and the last at 190, and what somebody does who has no functions for triggers.
    private func extent(after sql: String...) throws -> Envelope? {
        try file.package.transaction {
            try file.package.createTable(table)
            let writer = try file.package.writer(of: table)
            for x in 0..<20 { try writer.add(Feature(geometry: .point(MapPoint(x: Double(x) * 10, y: 0)))) }
        }
        for sql in sql { try file.package.database.execute(sql) }
        return try file.package.extent(QueryParameters(), of: table)
    }

    @Test func `an index that was not told of what was moved is passed over`() throws {
        let moved = try extent(
            after: "DROP TRIGGER rtree_Things_SHAPE_update1",
            "UPDATE Things SET SHAPE = (SELECT SHAPE FROM Things WHERE OBJECTID = 10) WHERE OBJECTID = 1")
        #expect(moved?.xMin == 10 && moved?.xMax == 190)
    }

    @Test(arguments: ["insert", "update", "delete"])
    func `an index that is not kept any more is passed over`(event: String) throws {
        try file.package.transaction {
            try file.package.createTable(table)
            let writer = try file.package.writer(of: table)
            for x in 0..<20 { try writer.add(Feature(geometry: .point(MapPoint(x: Double(x) * 10, y: 0)))) }
        }
        let triggers = try file.select("SELECT name FROM sqlite_master WHERE name LIKE 'rtree_Things_SHAPE_\(event)%'")
        #expect(!triggers.isEmpty)
        for trigger in triggers { try file.package.database.execute("DROP TRIGGER \(trigger)") }
        // As if one from the middle had been moved, or added, far out.
        try file.package.database.execute("UPDATE rtree_Things_SHAPE SET minx = 60, maxx = 60 WHERE id = 20")
        #expect(try file.package.extent(QueryParameters(), of: table)?.xMax == 190)
    }

    @Test(arguments: ["UPDATE rtree_Things_SHAPE_node SET data = x'00'", "DROP TABLE rtree_Things_SHAPE"])
    func `an index that cannot be read is passed over`(sql: String) throws {
        let more = "CREATE VIEW IF NOT EXISTS rtree_Things_SHAPE AS SELECT OBJECTID AS id, 0 AS minx FROM Things"
        let extent = try extent(after: sql, sql.hasPrefix("DROP") ? more : "SELECT 1")
        #expect(extent?.xMin == 0 && extent?.xMax == 190)
    }
}
