import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Files that are attached on one side while they, or the features that have them, go on the other.
@Suite(.timeLimit(.minutes(5)))
struct LostFileTests {
    enum Edit: CaseIterable {
        case addition, update, plainUpdate, additionAndPlainDeletion
    }

    enum Loss: CaseIterable {
        case file, feature
    }

    private static var configuration: JobConfiguration {
        JobConfiguration(
            outage: OutagePolicy(backoff: Backoff(initial: .zero, maximum: .zero)),
            polling: PollingSchedule(minimum: .zero, maximum: .zero))
    }

    private let served: ServedReplicas
    private let geodatabase: Geodatabase
    private let task: GeodatabaseSyncTask

    init() async throws {
        served = try await ServedReplicas([
            (ServedReplicas.definition("Things"), [ServedReplicas.feature("a"), ServedReplicas.feature("b")])
        ])
        try await served.geodatabase.load()
        let table = try served.geodatabase.table(named: "Things")
        _ = try await table.addAttachment(Self.file("old.txt", "old"), toFeature: 1)
        task = GeodatabaseSyncTask(
            url: try #require(URL(string: ServedReplicas.service)), transport: served.server, credential: CredentialStore())
        geodatabase = try await task.makeGenerateGeodatabaseJob(
            parameters: GenerateGeodatabaseParameters(returnsAttachments: true),
            downloadFileURL: served.folder.appending(path: "client.gpkg"), configuration: Self.configuration
        ).run().geodatabase
        try await geodatabase.load()
    }

    private static func file(_ name: String, _ text: String) -> NewAttachment {
        NewAttachment(name: name, contentType: "text/plain", content: .data(Data(text.utf8)))
    }

    private func sync(_ direction: SyncDirection) async throws -> SyncResult {
        try await task.makeSyncGeodatabaseJob(
            parameters: SyncGeodatabaseParameters(syncDirection: direction), geodatabase: geodatabase,
            configuration: Self.configuration
        ).run()
    }

    private func edit(_ edit: Edit) async throws {
        let table = try geodatabase.table(named: "Things")
        let id = try await table.queryObjectIDs(using: QueryParameters(whereClause: "NAME = 'a'"))[0]
        switch edit {
        case .addition: _ = try await table.addAttachment(Self.file("new.txt", "new"), toFeature: id)
        case .update:
            let file = try #require(try await table.queryAttachments(ofFeatures: [id])[id]?.first)
            _ = try await table.updateAttachment(file.id, ofFeature: id, with: Self.file("old.txt", "newer"))
        case .plainUpdate: try await sql("UPDATE Things__ATTACH SET data = x'4142' WHERE name = 'old.txt'")
        case .additionAndPlainDeletion:
            _ = try await table.addAttachment(Self.file("new.txt", "new"), toFeature: id)
            try await sql("DELETE FROM Things__ATTACH WHERE name = 'new.txt'")
        }
    }

    private func sql(_ text: String) async throws { try await geodatabase.edit { try $0.database.execute(text) } }

    private func lose(_ loss: Loss) async throws {
        let table = try served.geodatabase.table(named: "Things")
        switch loss {
        case .file:
            let file = try #require(try await table.queryAttachments(ofFeatures: [1])[1]?.first)
            _ = try await table.deleteAttachments([file.id], ofFeature: 1)
        case .feature: _ = try await served.edit(FeatureEdits(deletedGlobalIDs: try await globalIDs("NAME = 'a'")))
        }
    }

    private func globalIDs(_ condition: String) async throws -> [String] {
        let table = try served.geodatabase.table(named: "Things")
        var ids: [String] = []
        for try await feature in try await table.queryFeatures(using: QueryParameters(whereClause: condition)) {
            ids.append(feature.attributes["GLOBALID"]?.string ?? "")
        }
        return ids
    }

    private func files(_ geodatabase: Geodatabase) async throws -> Set<String> {
        let table = try geodatabase.table(named: "Things")
        let ids = try await table.queryObjectIDs(using: QueryParameters())
        return Set(try await table.queryAttachments(ofFeatures: ids).values.flatMap { $0.map { "\($0.name) \($0.size)" } })
    }

    @Test(arguments: Edit.allCases, Loss.allCases) func `the copy stays one that comes in step`(edit: Edit, loss: Loss)
        async throws
    {
        for first in [SyncDirection.bidirectional, .download, .upload] {
            let tests = try await LostFileTests()
            try await tests.edit(edit)
            try await tests.lose(loss)
            _ = try await tests.sync(first)
            _ = try await tests.sync(.bidirectional)
            _ = try await tests.sync(.bidirectional)
            #expect(try !tests.geodatabase.hasChangesNow(), "\(first)")
            let (here, there) = (try await tests.files(tests.geodatabase), try await tests.files(tests.served.geodatabase))
            #expect(here == there, "\(first)")
        }
    }

    @Test func `what is lost with a feature that others have deleted is told`() async throws {
        try await edit(.addition)
        try await lose(.feature)
        let result = try await sync(.download)
        let conflicts = result.layers.flatMap(\.conflicts)
        #expect(conflicts.count == 1 && conflicts[0].local == .add && conflicts[0].server == .delete && !conflicts[0].isLocalKept)
    }

    @Test func `a file that other software deletes by itself is deleted in the service`() async throws {
        try await sql("DELETE FROM Things__ATTACH WHERE name = 'old.txt'")
        let result = try await sync(.bidirectional)
        #expect(result.layers.map(\.uploadedCount) == [1])
        let (there, here) = (try await files(served.geodatabase), try await files(geodatabase))
        #expect(there.isEmpty && here.isEmpty)
    }

    @Test func `a column that was added here is not sent, and edits are`() async throws {
        try await sql(
            "ALTER TABLE Things ADD COLUMN EXTRA TEXT; UPDATE Things SET EXTRA = 'x', NAME = 'renamed' WHERE NAME = 'b'")
        let job = try task.makeSyncGeodatabaseJob(
            parameters: SyncGeodatabaseParameters(), geodatabase: geodatabase, configuration: Self.configuration)
        let result = try await job.run()
        #expect(job.messages.contains { $0.severity == .warning && $0.text.contains("nothing is sent: EXTRA") })
        #expect(result.layers.map(\.editResults.count) == [0] && result.layers.map(\.uploadedCount) == [1])
        #expect(try await globalIDs("NAME = 'renamed'").count == 1)
    }
}
