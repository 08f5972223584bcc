import CairnTesting
import Testing

@testable import CairnGeo

@Suite(.serialized)
struct FrozenChangesTests {
    /// What a table has become, by the ids of its rows.
    private typealias Rows = [Int: Int]

    private func changes(_ file: GeoPackageFile, _ table: FeatureTableDefinition) throws -> Set<ChangeTracking.Change> {
        Set(try ChangeTracking(table, file.package.database).list())
    }

    private func edit(
        _ rows: inout Rows, _ touched: inout Set<Int>, _ file: GeoPackageFile, _ random: inout SeededGenerator
    ) throws {
        for step in 0..<Int.random(in: 0...8, using: &random) {
            let id = Int.random(in: 1...6, using: &random)
            touched.insert(id)
            switch Int.random(in: 0...2, using: &random) {
            case 0 where rows[id] == nil:
                try file.package.database.execute("INSERT INTO \"o'T\" (OBJECTID, G, N) VALUES (\(id), 'g\(id)', \(step))")
                rows[id] = step
            case 1:
                try file.package.database.execute("UPDATE \"o'T\" SET N = \(step) WHERE OBJECTID = \(id)")
                if rows[id] != nil { rows[id] = step }
            default:
                try file.package.database.execute("DELETE FROM \"o'T\" WHERE OBJECTID = \(id)")
                rows[id] = nil
            }
        }
    }

    private func file(_ table: FeatureTableDefinition) throws -> (GeoPackageFile, Rows) {
        let file = try GeoPackageFile()
        try file.package.transaction {
            try file.package.createTable(table)
            for id in 1...3 {
                try file.package.database.execute("INSERT INTO \"o'T\" (OBJECTID, G, N) VALUES (\(id), 'g\(id)', 0)")
            }
            try ChangeTracking(table, file.package.database).start()
        }
        return (file, [1: 0, 2: 0, 3: 0])
    }

    private let table = FeatureTableDefinition(
        "o'T", fields: [Field("G", type: FieldType(rawValue: "esriFieldTypeGlobalID")), Field("N", type: .integer)],
        globalIDField: "G")

    @Test func `what has not arrived is, with what was edited since, as if it had never been set apart`() throws {
        for seed in 0..<UInt64(rounds(60, long: 5000)) {
            var random = SeededGenerator(seed: seed)
            let (file, first) = try file(table)
            var (rows, touched) = (first, Set<Int>())
            let frozen = FrozenChanges(file.package.database)
            try edit(&rows, &touched, file, &random)
            try file.package.transaction { try frozen.freeze(tables: [table.name]) }
            #expect(try changes(file, table).isEmpty)
            try edit(&rows, &touched, file, &random)
            try file.package.transaction { try frozen.thaw() }
            for change in try changes(file, table) {
                let (before, now) = (first[change.objectID], rows[change.objectID])
                switch change.kind {
                case .add: #expect(before == nil && now != nil, "seed \(seed)")
                case .delete: #expect(before != nil && now == nil, "seed \(seed)")
                case .update: #expect(before != nil && now != nil, "seed \(seed)")
                }
            }
            let known = Set(try changes(file, table).map(\.objectID))
            for id in 1...6 where first[id] != rows[id] { #expect(known.contains(id), "seed \(seed), \(id)") }
            #expect(try !frozen.hasAny(of: [table.name]))
            #expect(known.isSubset(of: touched), "seed \(seed)")
        }
    }

    @Test func `what has arrived is forgotten, and what was edited since is a change to that`() throws {
        for seed in 0..<UInt64(rounds(60, long: 5000)) {
            var random = SeededGenerator(seed: seed)
            let (file, first) = try file(table)
            var (rows, touched) = (first, Set<Int>())
            let frozen = FrozenChanges(file.package.database)
            try edit(&rows, &touched, file, &random)
            try file.package.transaction { try frozen.freeze(tables: [table.name]) }
            let (sent, before) = (rows, touched)
            touched = []
            try edit(&rows, &touched, file, &random)
            try file.package.transaction { try frozen.forgetAll() }
            let known = Dictionary(uniqueKeysWithValues: try changes(file, table).map { ($0.objectID, $0.kind) })
            for id in 1...6 {
                switch (sent[id], rows[id]) {
                case (nil, nil): #expect(known[id] == nil || before.contains(id), "seed \(seed)")
                case (nil, _?): #expect(known[id] == .add, "seed \(seed)")
                case (_?, nil): #expect(known[id] == .delete, "seed \(seed)")
                case (let old?, let new?): #expect(known[id] == .update || old == new && known[id] == nil, "seed \(seed)")
                }
            }
        }
    }
}
