import CairnTesting
import Foundation
import Testing

@testable import CairnGeo

/// What has changed since a generation, against a difference of what was and what is.
@Suite(.timeLimit(.minutes(2)))
struct GenerationLogTests {
    private static var definition: FeatureTableDefinition {
        var definition = FeatureTableDefinition("It's", fields: [Field("NAME"), Field("GLOBALID")], globalIDField: "GLOBALID")
        definition.hasAttachments = true
        return definition
    }

    private func tracked() throws -> GeoPackageFile {
        let file = try GeoPackageFile()
        try file.package.transaction {
            try file.package.createTable(Self.definition)
            try GenerationLog(file.package).start(try file.package.table("It's"))
        }
        return file
    }

    /// The rows by their global ids.
    private func rows(_ file: GeoPackageFile) throws -> [String: String] {
        let statement = try file.package.database.prepare("SELECT GLOBALID, OBJECTID || ' ' || coalesce(NAME, '') FROM \"It's\"")
        var rows: [String: String] = [:]
        while try statement.step() { rows[statement.string(0)] = statement.string(1) }
        return rows
    }

    private struct Net: Equatable {
        var (adds, updates, deletes): (Set<String>, Set<String>, Set<String>) = ([], [], [])

        static func == (left: Net, right: Net) -> Bool {
            left.adds == right.adds && left.updates == right.updates && left.deletes == right.deletes
        }
    }

    private func net(_ file: GeoPackageFile, since: Int, without own: [GenerationRange] = []) throws -> Net {
        let table = try ReplicatedTable(try file.package.table("It's"), QueryParameters(), in: file.package)
        let changes = ReplicaChanges(of: table, since: since, without: own)
        var net = Net()
        func id(_ feature: Feature) -> String { feature.attributes["GLOBALID"]?.string ?? "" }
        var count = 0
        func take(_ id: String, _ ids: inout Set<String>) {
            ids.insert(id)
            count += 1
        }
        try changes.forEachAdded { take(id($0), &net.adds) }
        try changes.forEachUpdated { take(id($0), &net.updates) }
        try changes.forEachDeleted { take($0, &net.deletes) }
        #expect(count == net.adds.count + net.updates.count + net.deletes.count)
        return net
    }

    /// One of the things that programs do, by SQL that knows nothing of generations: the global ids that it touches.
    private func change(_ file: GeoPackageFile, _ number: Int, _ random: inout SeededGenerator) throws {
        let id = "{\(Int.random(in: 0...15, using: &random))}"
        let object = Int.random(in: 1...20, using: &random)
        let statements = [
            "INSERT OR IGNORE INTO \"It's\" (NAME, GLOBALID) VALUES ('n\(number)', '\(id)')",
            "INSERT OR REPLACE INTO \"It's\" (OBJECTID, NAME, GLOBALID) VALUES (\(object), 'n\(number)', '\(id)')",
            "INSERT INTO \"It's\" (NAME, GLOBALID) VALUES ('n\(number)', '\(id)') ON CONFLICT DO UPDATE SET NAME = excluded.NAME",
            "UPDATE \"It's\" SET NAME = 'n\(number)' WHERE GLOBALID = '\(id)'",
            "UPDATE OR IGNORE \"It's\" SET GLOBALID = '\(id)' WHERE OBJECTID = \(object)",
            "UPDATE OR REPLACE \"It's\" SET OBJECTID = \(object) WHERE GLOBALID = '\(id)'",
            "UPDATE \"It's\" SET GLOBALID = NULL, NAME = 'x\(number)' WHERE OBJECTID = \(object)",
            "DELETE FROM \"It's\" WHERE GLOBALID = '\(id)'", "DELETE FROM \"It's\" WHERE OBJECTID = \(object)",
            "INSERT INTO \"It's\" (NAME) VALUES ('n\(number)')",
        ]
        try file.package.database.execute(statements.randomElement(using: &random) ?? "")
    }

    @Test(arguments: 1...5) func `net changes are the difference of what was and what is`(seed: UInt64) throws {
        let file = try tracked()
        var random = SeededGenerator(seed: seed)
        let log = GenerationLog(file.package)
        var snapshots: [(generation: Int, rows: [String: String])] = []
        for number in 0..<200 {
            if number % 25 == 0 { snapshots.append((try log.generation(), try rows(file))) }
            try change(file, number, &random)
            guard number % 50 == 49 else { continue }
            let now = try rows(file)
            #expect(!now.keys.contains(""))
            for (generation, before) in snapshots {
                let net = try net(file, since: generation)
                #expect(net.adds == Set(now.keys).subtracting(before.keys), "\(seed) \(number) \(generation)")
                #expect(net.deletes == Set(before.keys).subtracting(now.keys), "\(seed) \(number) \(generation)")
                let differing = before.keys.filter { id in now[id].map { $0 != before[id] } ?? false }
                #expect(net.updates.isSuperset(of: differing), "\(seed) \(number) \(generation)")
                #expect(net.updates.isSubset(of: Set(before.keys).intersection(now.keys)))
            }
        }
        // What was changed again and again is kept once.
        #expect(
            try file.select("SELECT count(*) FROM cairn_generations WHERE kind = 'update' GROUP BY global_id HAVING count(*) > 1")
                == [])
    }

    @Test func `a feature that was added and deleted leaves nothing, and one that is there again was changed`() throws {
        let file = try tracked()
        let log = GenerationLog(file.package)
        try file.package.database.execute("INSERT INTO \"It's\" (NAME, GLOBALID) VALUES ('a', '{A}'), ('b', '{B}')")
        let generation = try log.generation()
        try file.package.database.execute(
            """
            INSERT INTO "It's" (NAME, GLOBALID) VALUES ('c', '{C}'); DELETE FROM "It's" WHERE GLOBALID IN ('{A}', '{B}', '{C}');
            INSERT INTO "It's" (NAME, GLOBALID) VALUES ('a again', '{A}');
            """)
        #expect(try net(file, since: generation) == Net(adds: [], updates: ["{A}"], deletes: ["{B}"]))
    }

    @Test func `generations go on beyond what a double holds`() throws {
        let file = try tracked()
        let log = GenerationLog(file.package)
        let large = 1 << 53
        try file.package.database.execute("UPDATE cairn_generation SET value = \(large)")
        try file.package.database.execute("INSERT INTO \"It's\" (NAME, GLOBALID) VALUES ('a', '{A}')")
        let first = try log.generation()
        #expect(first == large + 1)
        try file.package.database.execute("INSERT INTO \"It's\" (NAME, GLOBALID) VALUES ('b', '{B}')")
        #expect(try net(file, since: first).adds == ["{B}"])
        #expect(try net(file, since: large).adds == ["{A}", "{B}"])
        #expect(try net(file, since: large, without: [GenerationRange(after: large, through: first)]).adds == ["{B}"])
    }

    @Test func `what one has changed itself does not count, and what others have changed of the same does`() throws {
        let file = try tracked()
        let log = GenerationLog(file.package)
        try file.package.database.execute("INSERT INTO \"It's\" (NAME, GLOBALID) VALUES ('a', '{A}'), ('b', '{B}')")
        let generation = try log.generation()
        try file.package.database.execute("UPDATE \"It's\" SET NAME = 'others' WHERE GLOBALID = '{A}'")
        let (_, made) = try file.package.transaction {
            try log.keepingAll { try file.package.database.execute("UPDATE \"It's\" SET NAME = 'own'") }
        }
        #expect(try net(file, since: generation, without: [made]).updates == ["{A}"])
        #expect(try net(file, since: generation).updates == ["{A}", "{B}"])
    }

    @Test func `what all have seen is forgotten, and the rest is told as before`() throws {
        let file = try tracked()
        let log = GenerationLog(file.package)
        try file.package.database.execute("INSERT INTO \"It's\" (NAME, GLOBALID) VALUES ('a', '{A}'), ('b', '{B}')")
        let generation = try log.generation()
        try file.package.database.execute("DELETE FROM \"It's\" WHERE GLOBALID = '{A}'")
        try file.package.transaction { try log.prune(through: generation) }
        #expect(try net(file, since: generation).deletes == ["{A}"] && log.pruned() == generation)
        #expect(try file.select("SELECT count(*) FROM cairn_generations") == ["1"])
    }

    @Test func `looking for changes reads these and not the table`() throws {
        let file = try tracked()
        let plan = try file.package.database.prepare(
            "EXPLAIN QUERY PLAN SELECT global_id, min(generation), kind FROM cairn_generations AS c WHERE table_name = ?1 AND generation > ?2 GROUP BY global_id"
        )
        var lines: [String] = []
        while try plan.step() { lines.append(plan.string(3)) }
        #expect(lines.contains { $0.contains("PRIMARY KEY (table_name=? AND generation>?)") }, "\(lines)")
    }

    @Test func `a table that was made anew is known from then on only`() throws {
        let file = try tracked()
        let log = GenerationLog(file.package)
        let first = try #require(try log.beginning(of: "It's"))
        try file.package.transaction { try log.start(try file.package.table("It's")) }
        #expect(try log.beginning(of: "It's") == first)
        try file.package.database.execute("DROP TRIGGER \"cairn_It's_generation_update\"")
        try file.package.transaction { try log.start(try file.package.table("It's")) }
        #expect(try #require(try log.beginning(of: "It's")) > first)
    }

    @Test func `attachments are told with their features`() throws {
        let file = try tracked()
        let (package, log) = (file.package, GenerationLog(file.package))
        try package.database.execute("INSERT INTO \"It's\" (NAME, GLOBALID) VALUES ('a', '{A}'), ('b', '{B}')")
        let table = try package.table("It's")
        func attach(_ name: String, _ feature: Int) throws -> FeatureEditResult {
            let new = NewAttachment(name: name, contentType: "text/plain", content: .data(Data(name.utf8)))
            return try package.perform(.addAttachment(new, feature: feature), on: table)[0]
        }
        let (kept, gone) = (try attach("kept", 1), try attach("gone", 2))
        let generation = try log.generation()
        let added = try attach("added", 1)
        let other = NewAttachment(name: "other", contentType: "text/plain", content: .data(Data("other".utf8)))
        _ = try package.perform(.updateAttachment(try #require(kept.objectID), other, feature: 1), on: table)
        try package.database.execute("DELETE FROM \"It's\" WHERE OBJECTID = 2")
        let changes = ReplicaChanges(
            of: try ReplicatedTable(table, QueryParameters(), in: package), since: generation, without: [])
        var (adds, updates, deletes): ([String], [String], [String]) = ([], [], [])
        try changes.forEachAddedAttachment { adds.append("\($0.info.globalID ?? "") \($0.parentGlobalID) \($0.info.name)") }
        try changes.forEachUpdatedAttachment { updates.append("\($0.info.globalID ?? "") \($0.parentGlobalID) \($0.info.name)") }
        try changes.forEachDeletedAttachment { deletes.append($0) }
        #expect(adds == ["\(added.globalID ?? "") {A} added"])
        #expect(updates == ["\(kept.globalID ?? "") {A} other"])
        #expect(deletes == [gone.globalID ?? ""])
    }
}
