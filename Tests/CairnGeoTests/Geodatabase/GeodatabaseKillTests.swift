#if os(Linux)
    import CairnCore
    @testable import CairnGeo
    import CairnTesting
    import Foundation
    import Testing

    /// A process that writes is killed, at any moment.
    @Suite(.timeLimit(.minutes(30)))
    struct GeodatabaseKillTests {
        private static let definition = FeatureTableDefinition(
            "Things", fields: [Field("ROUND", type: .integer), Field("TEXT")], geometryType: .point, spatialReference: .wgs84)
        /// So many features are in each transaction.
        private static let size = 40

        /// Writes until it is killed.
        private static func write(_ path: String) async throws {
            let geodatabase = Geodatabase(fileURL: URL(filePath: path))
            try await geodatabase.load()
            for round in 0... {
                try await geodatabase.transaction { editor in
                    // What the transaction before has written is taken away again by every third.
                    if round.isMultiple(of: 3) {
                        try editor.deleteFeatures(using: QueryParameters(whereClause: "ROUND = \(round - 1)"), from: "Things")
                    }
                    try editor.add((0..<size).map { feature(round, $0) }, to: "Things")
                }
            }
        }

        private static func feature(_ round: Int, _ number: Int) -> Feature {
            let point = MapPoint(x: Double(round % 180), y: Double(number), spatialReference: .wgs84)
            return Feature(
                attributes: ["ROUND": .integer(round), "TEXT": .string(String(repeating: "x", count: number * 10))],
                geometry: .point(point))
        }

        @Test func `a process killed while it writes leaves whole transactions, an index that fits, and each change known`()
            async throws
        {
            var random = SeededGenerator(seed: 17)
            let file = try GeodatabaseFile()
            // How often something had been written, and how often it lay beside the file still.
            var (written, unfinished) = (0, 0)
            for round in 0..<rounds(12, long: 200) {
                if round.isMultiple(of: 4) {
                    for name in file.names { try? FileManager.default.removeItem(at: file.folder.appending(path: name)) }
                    let package = try GeoPackage.create(at: file.url)
                    try package.transaction {
                        try package.createTable(Self.definition)
                        try ChangeTracking(Self.definition, package.database).start()
                    }
                }
                let path: String = file.url.path
                let patience: Int32 = Int32.random(in: 0...120, using: &random)
                await #expect(processExitsWith: .signal(9)) { [path = path as String, patience = patience as Int32] in
                    Thread.detachNewThread {
                        poll(nil, 0, patience)
                        _ = kill(getpid(), SIGKILL)
                    }
                    try await Self.write(path)
                }
                let hasLog = try file.size("data.gpkg-wal") > 0
                written += try verify(file) > 0 ? 1 : 0
                unfinished += hasLog ? 1 : 0
            }
            #expect(written > 2 && unfinished > 2)
        }

        /// - Returns: How many features there are.
        private func verify(_ file: GeodatabaseFile) throws -> Int {
            let package = try GeoPackage(file.url)
            func rows(_ sql: String) throws -> [[String]] {
                let statement = try package.database.prepare(sql)
                var rows: [[String]] = []
                while try statement.step() { rows.append((0..<statement.columnCount).map { statement.string($0) }) }
                return rows
            }
            #expect(try rows("PRAGMA integrity_check") == [["ok"]])
            #expect(try rows("SELECT rtreecheck('rtree_Things_SHAPE')") == [["ok"]])
            let counts = try rows("SELECT DISTINCT count(*) % \(Self.size) FROM Things GROUP BY ROUND")
            #expect(counts.allSatisfy { $0 == ["0"] })
            let found =
                try rows("SELECT count(*) FROM rtree_Things_SHAPE")
                + rows("SELECT count(*) FROM cairn_changes WHERE kind = 'add'")
            let count = try rows("SELECT count(*) FROM Things")[0]
            #expect(found == [count, count])
            return Int(count[0]) ?? 0
        }
    }
#endif
