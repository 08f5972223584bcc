import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTesting
import Foundation
import Testing

/// Clients edit a file that another program opens, reads, writes and closes all the time.
@Suite(.timeLimit(.minutes(10)))
struct OtherProgramTests {
    private static let rounds = 60
    private static let script = """
        import sqlite3, sys
        least = 0
        for number in range(int(sys.argv[2])):
            file = sqlite3.connect(sys.argv[1], timeout=60)
            with file:
                file.execute("INSERT INTO Rows (NAME) VALUES (?)", (f"other {number}",))
            count, = file.execute("SELECT count(*) FROM Rows").fetchone()
            assert count > least, (count, least)
            least = count
            file.close()
        """
    private static let list = """
        import sqlite3, sys
        file = sqlite3.connect(sys.argv[1], timeout=60)
        print(file.execute("PRAGMA integrity_check").fetchone()[0])
        for name, in file.execute("SELECT NAME FROM Rows"): print(name)
        """

    @Test func `of what several clients and another program have written no row is lost`() async throws {
        let served = try await ServedFeatures([(SampleFeatures.definition("Rows", nil), [])], isEditable: true)
        let path = served.geodatabase.url.path
        async let other = Program.run("python3", ["-c", Self.script, path, "\(Self.rounds)"])
        let written = try await withThrowingTaskGroup(of: [String].self) { group in
            for client in 0..<4 { group.addTask { try await edit(served, client) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        guard let outcome = try await other else { return }
        #expect(outcome.code == 0, "\(outcome.errors)")
        let wanted = (["ok"] + written + (0..<Self.rounds).map { "other \($0)" }).sorted()
        // As long as it is served, and afterwards.
        for isOpen in [true, false] {
            if !isOpen { try await served.geodatabase.close() }
            let found = try #require(try await Program.run("python3", ["-c", Self.list, path])).output
            #expect(found.split(separator: "\n").map(String.init).sorted() == wanted)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: served.folder.path) == ["data.gpkg"])
    }

    /// - Returns: The names of what was added.
    private func edit(_ served: ServedFeatures, _ client: Int) async throws -> [String] {
        var random = SeededGenerator(seed: UInt64(client))
        var names: [String] = []
        for round in 0..<Self.rounds {
            let new = (0..<Int.random(in: 0...3, using: &random)).map { "client \(client) \(round) \($0)" }
            if new.isEmpty {
                let count = try await served.json("/0/query", ["returnCountOnly": "true"])["count"]?.int
                #expect(count.map { $0 >= names.count } == true)
                continue
            }
            let features = JSONValue.array(new.map { ["attributes": ["NAME": .string($0)]] })
            let results = try await served.post("/0/addFeatures", ["features": features.text()])["addResults"]?.array
            #expect(results?.map { $0["success"]?.bool } == new.map { _ in true })
            names += new
        }
        return names
    }
}
