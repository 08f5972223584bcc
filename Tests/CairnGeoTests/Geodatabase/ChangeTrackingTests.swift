import CairnTesting
import Testing

@testable import CairnGeo

@Suite(.serialized)
struct ChangeTrackingTests {
    /// What has become of each feature, told from what was there at first and what is there now.
    private func expected(_ first: [Int: String], _ now: [Int: String], touched: Set<Int>) -> Set<ChangeTracking.Change> {
        var changes: Set<ChangeTracking.Change> = []
        for (id, global) in first where now[id] != global { changes.insert(.init(objectID: id, globalID: global, kind: .delete)) }
        for (id, global) in now {
            if first[id] != global {
                changes.insert(.init(objectID: id, globalID: global, kind: .add))
            } else if touched.contains(id) {
                changes.insert(.init(objectID: id, globalID: global, kind: .update))
            }
        }
        return changes
    }

    @Test func `whatever is done to a table, it is known what has become of each feature`() throws {
        for seed in 0..<UInt64(rounds(60, long: 5000)) {
            var random = SeededGenerator(seed: seed)
            let file = try GeoPackageFile()
            let table = FeatureTableDefinition(
                "o'T \"x\"",
                fields: [Field("G", type: FieldType(rawValue: "esriFieldTypeGlobalID")), Field("N", type: .integer)],
                globalIDField: "G", geometryType: .point)
            let name = SQLName(table.name)
            let database = file.package.database
            let tracking = ChangeTracking(table, database)
            var first: [Int: String] = [:]
            try file.package.transaction {
                try file.package.createTable(table)
                for id in 1...5 {
                    try database.execute("INSERT INTO \(name) (OBJECTID, G, N) VALUES (\(id), 'g\(id)', 0)")
                    first[id] = "g\(id)"
                }
                try tracking.start()
            }
            #expect(try tracking.isOn() && tracking.list().isEmpty)
            var (now, touched) = (first, Set<Int>())
            for step in 0..<Int.random(in: 1...12, using: &random) {
                let id = Int.random(in: 1...8, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0 where now[id] == nil:
                    // A feature that comes again by the id and the name it had, or another one.
                    let global = Bool.random(using: &random) ? first[id] ?? "n\(id)-\(step)" : "n\(id)-\(step)"
                    try database.execute("INSERT INTO \(name) (OBJECTID, G, N) VALUES (\(id), '\(global)', \(step))")
                    now[id] = global
                    touched.insert(id)
                case 1:
                    try database.execute("UPDATE \(name) SET N = \(step) WHERE OBJECTID = \(id)")
                    if now[id] != nil { touched.insert(id) }
                case 2:
                    try database.execute("DELETE FROM \(name) WHERE OBJECTID = \(id)")
                    now[id] = nil
                case 3 where now[id] != nil:
                    try database.execute(
                        "INSERT OR REPLACE INTO \(name) (OBJECTID, G, N) VALUES (\(id), '\(now[id] ?? "")', \(step))")
                    touched.insert(id)
                default:
                    try file.package.transaction {
                        try tracking.paused { try database.execute("UPDATE \(name) SET N = -1 WHERE OBJECTID = \(id)") }
                    }
                }
            }
            #expect(try Set(tracking.list()) == expected(first, now, touched: touched), "\(seed)")
        }
    }

    @Test func `edits that come from the service are not tracked, nor are those that fail`() throws {
        struct Failure: Error {}
        let file = try GeoPackageFile()
        let table = FeatureTableDefinition("T", fields: [Field("N", type: .integer)])
        try file.package.transaction {
            try file.package.createTable(table)
            try ChangeTracking(table, file.package.database).start()
        }
        let tracking = ChangeTracking(table, file.package.database)
        #expect(throws: Failure.self) {
            try file.package.transaction {
                try tracking.paused {
                    try file.package.writer(of: table).add(Feature(attributes: ["N": 1]))
                    throw Failure()
                }
            }
        }
        try file.package.transaction {
            _ = try tracking.paused { try file.package.writer(of: table).add(Feature(attributes: ["N": 1])) }
            try file.package.writer(of: table).add(Feature(attributes: ["N": 2]))
        }
        #expect(try tracking.list() == [ChangeTracking.Change(objectID: 2, globalID: "", kind: .add)])
    }
}
