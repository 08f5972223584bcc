import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Copies of which edits, or attachments, never go to their service: they are refused where they are made, and hinder nothing else.
@Suite(.timeLimit(.minutes(5)))
struct CopyDirectionTests {
    private let site: ReplicaSite
    private let folder: SyncFolder

    init() throws {
        site = ReplicaSite(rows: 3)
        folder = try SyncFolder(site)
    }

    private func generated(_ parameters: GenerateGeodatabaseParameters) async throws -> Geodatabase {
        let geodatabase = try await folder.generateJob(parameters).run().geodatabase
        try await geodatabase.load()
        return geodatabase
    }

    /// A copy of which nobody has kept which way its edits go, nor its attachments.
    private func generatedBefore(withAttachments: Bool = true) async throws -> Geodatabase {
        let geodatabase = try await generated(GenerateGeodatabaseParameters(returnsAttachments: withAttachments))
        var replica = try #require(try await geodatabase.replica)
        (replica.sendsEdits, replica.sendsAttachments) = (nil, nil)
        try await geodatabase.setReplica(replica)
        return geodatabase
    }

    /// The service, which says more of its copies.
    private func saying(_ members: [String: JSONValue]) -> StubTransport {
        LyingTransport.of(site, "replicas") { truth in
            truth.object.map { JSONValue.object($0.merging(members) { $1 }).text() }
        }
    }

    private var task: GeodatabaseSyncTask { GeodatabaseSyncTask(url: ReplicaSite.url, transport: site.transport) }

    private static let file = NewAttachment(name: "a.txt", contentType: "text/plain", content: .data(Data([1])))

    private func expectRefused(
        _ edits: String, at location: SourceLocation = #_sourceLocation, _ edit: () async throws -> Void
    ) async {
        await #expect(throws: GeodatabaseError.notTaken(edits: edits, table: "o'Trees"), sourceLocation: location) {
            try await edit()
        }
    }

    // MARK: - Attachments

    @Test(arguments: [(false, SyncDirection.bidirectional), (true, .none), (true, .download)])
    func `attachments of a copy that sends none are refused where they are made`(
        areReturned: Bool, direction: SyncDirection
    ) async throws {
        let geodatabase = try await generated(
            GenerateGeodatabaseParameters(returnsAttachments: areReturned, attachmentSyncDirection: direction))
        let trees = try geodatabase.trees
        #expect(!trees.takesAttachmentsNow && trees.rightsNow == .all)
        await expectRefused("attachments") { _ = try await trees.addAttachment(Self.file, toFeature: 1) }
        #expect(try await trees.queryAttachments(ofFeatures: [1])[1] ?? [] == [])
        #expect(try !geodatabase.hasLocalEdits)
        try await geodatabase.renameTree(1, "mine")
        _ = try await folder.syncJob().run()
        #expect(try site.carriedOut == ["update mine": 1] && !geodatabase.hasLocalEdits)
    }

    @Test func `attachments of a copy that has no place for them are refused, whatever else is known of it`() async throws {
        let geodatabase = try await generatedBefore(withAttachments: false)
        let trees = try geodatabase.trees
        await expectRefused("attachments") { _ = try await trees.addAttachment(Self.file, toFeature: 1) }
        await expectRefused("attachments") { _ = try await trees.deleteAttachments([1], ofFeature: 1) }
        #expect(!trees.info.hasAttachments && !trees.takesAttachmentsNow)
    }

    @Test func `a copy keeps which way its attachments go, and sends those that go`() async throws {
        let geodatabase = try await generated(
            GenerateGeodatabaseParameters(returnsAttachments: true, attachmentSyncDirection: .upload))
        let replica = try #require(try await geodatabase.replica)
        #expect(replica.sendsAttachments == true && replica.sendsEdits == nil)
        #expect(try geodatabase.trees.takesAttachmentsNow)
        _ = try await geodatabase.trees.addAttachment(Self.file, toFeature: 1)
        _ = try await folder.syncJob().run()
        #expect(try site.carriedOut == ["file a.txt": 1] && !geodatabase.hasLocalEdits)
    }

    @Test func `attachments that were added to a copy that sends none stay, and the rest goes`() async throws {
        let geodatabase = try await generatedBefore()
        let trees = try geodatabase.trees
        let id = try #require(try await trees.addAttachment(Self.file, toFeature: 1).objectID)
        try await geodatabase.renameTree(1, "mine")
        site.edit(ReplicaSite.id(2), "theirs")
        for _ in 1...2 {
            let job = try folder.syncJob(
                SyncGeodatabaseParameters(), saying(["attachmentsSyncDirection": "esriAttachmentsSyncDirectionNone"]))
            _ = try await job.run()
            let warnings = job.messages.filter { $0.severity == .warning }.map(\.text)
            #expect(warnings.count == 1 && warnings.contains { $0.contains("o'Trees") && $0.contains("attachments") })
        }
        #expect(site.carriedOut == ["update mine": 1])
        #expect(try await geodatabase.treeNames()[ReplicaSite.key(ReplicaSite.id(2))] == "theirs")
        #expect(try await trees.queryAttachments(ofFeatures: [1])[1]?.map(\.id) == [id])
        #expect(try geodatabase.hasLocalEdits)
        // From then on it is known here, and what nobody has got can be taken away.
        await expectRefused("attachments") { _ = try await trees.addAttachment(Self.file, toFeature: 2) }
        await expectRefused("attachments") { _ = try await trees.updateAttachment(id, ofFeature: 1, with: Self.file) }
        try await expectExported("a.txt", geodatabase)
        _ = try await trees.deleteAttachments([id], ofFeature: 1)
        #expect(try !geodatabase.hasLocalEdits)
    }

    /// What is never sent is brought elsewhere by another way.
    private func expectExported(_ name: String, _ geodatabase: Geodatabase) async throws {
        let delta = folder.url.appending(path: "delta.json")
        #expect(try await GeodatabaseSyncTask.exportDelta(of: geodatabase, to: delta))
        let files = try JSONValue(parsing: Data(contentsOf: delta))["edits"]?[0]?["attachments"]?["adds"]
        #expect(files?.array?.compactMap { $0["name"]?.string } == [name])
    }

    // MARK: - All edits

    @Test(arguments: [GeodatabaseSyncModel.geodatabase, .layer])
    func `a copy for downloads only takes no edits, and is brought in step both ways`(model: GeodatabaseSyncModel) async throws {
        var abilities = ReplicaSite.Abilities()
        abilities.isByLayer = model == .layer
        let site = ReplicaSite(abilities, rows: 3)
        let folder = try SyncFolder(site)
        let parameters = GenerateGeodatabaseParameters(syncModel: model, returnsAttachments: true, syncDirection: .download)
        let geodatabase = try await folder.generateJob(parameters).run().geodatabase
        try await geodatabase.load()
        await expectRefused("new features") { try await geodatabase.addTree("added") }
        await expectRefused("changes of features") { try await geodatabase.renameTree(1, "mine") }
        await expectRefused("deletions of features") { try await geodatabase.deleteTree(1) }
        await expectRefused("attachments") {
            _ = try await geodatabase.trees.addAttachment(Self.file, toFeature: 1)
        }
        #expect(try !geodatabase.trees.rightsNow.canEdit && !geodatabase.hasLocalEdits)
        let task = GeodatabaseSyncTask(url: ReplicaSite.url, transport: site.transport)
        let usual = try await task.makeDefaultSyncGeodatabaseParameters(geodatabase: geodatabase)
        #expect(usual.syncDirection == .download && usual.layerOptions.allSatisfy { $0.syncDirection == .download })
        site.edit(ReplicaSite.id(2), "theirs")
        _ = try await folder.syncJob().run()
        #expect(try await geodatabase.treeNames()[ReplicaSite.key(ReplicaSite.id(2))] == "theirs")
    }

    @Test func `edits of a copy for downloads only are sent by nobody`() async throws {
        let geodatabase = try await generated(GenerateGeodatabaseParameters(syncDirection: .download))
        let refusal = SyncError.takesNoEdits(service: URL.withoutQuery(ReplicaSite.url))
        for direction in [SyncDirection.upload, .bidirectional] {
            await #expect(throws: refusal) {
                _ = try await task.makeDefaultSyncGeodatabaseParameters(geodatabase: geodatabase, syncDirection: direction)
            }
        }
        await #expect(throws: SyncError.self) {
            _ = try await folder.syncJob(SyncGeodatabaseParameters(syncDirection: .upload)).run()
        }
        #expect(site.carriedOut == [:])
    }

    @Test func `edits of a copy that the service calls one for downloads only are kept, and hinder who wants to send them`()
        async throws
    {
        let geodatabase = try await generatedBefore()
        try await geodatabase.addTree("added")
        let transport = saying(["syncDirection": "download"])
        await #expect {
            _ = try await folder.syncJob(SyncGeodatabaseParameters(), transport).run()
        } throws: { error in
            guard case .takesNoEdits? = error as? SyncError else { return false }
            return true
        }
        #expect(try site.carriedOut == [:] && geodatabase.hasLocalEdits)
        site.edit(ReplicaSite.id(2), "theirs")
        _ = try await folder.syncJob(SyncGeodatabaseParameters(syncDirection: .download), transport).run()
        #expect(try await geodatabase.treeNames()[ReplicaSite.key(ReplicaSite.id(2))] == "theirs")
        // From then on it is known here, and what nobody has got can be taken away.
        await expectRefused("new features") { try await geodatabase.addTree("another") }
        let added = try #require(try await geodatabase.treeNames().first { $0.value == "added" }?.key)
        _ = try await geodatabase.trees.applyEdits(FeatureEdits(deletedGlobalIDs: [added], usesGlobalIDs: true))
        #expect(try !geodatabase.hasLocalEdits)
        _ = try await folder.syncJob(SyncGeodatabaseParameters(), transport).run()
    }
}
