import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Features of a service that only takes new ones, which were added here and may be on their way there.
@Suite(.timeLimit(.minutes(5)))
struct UnsentAdditionTests {
    private let site: ReplicaSite
    private let folder: SyncFolder
    private let geodatabase: Geodatabase
    private let added: String
    private let objectID: Int

    /// With one that was set apart to be sent.
    init() async throws {
        site = ReplicaSite(rows: 3)
        folder = try SyncFolder(site)
        let transport = LyingTransport.of(site, "FeatureServer/0") { layer in
            layer.object.map { JSONValue.object($0.merging(["capabilities": "Query,Create,Sync"]) { $1 }).text() }
        }
        geodatabase = try await folder.generateJob(GenerateGeodatabaseParameters(), transport).run().geodatabase
        try await geodatabase.load()
        let feature = Feature(
            attributes: ["NAME": "added"], geometry: .point(MapPoint(x: 5, y: 5, spatialReference: .wgs84)))
        let result = try await geodatabase.trees.applyEdits(FeatureEdits(adds: [feature])).adds[0]
        (added, objectID) = (try #require(result.globalID), try #require(result.objectID))
    }

    private func setApart() async throws {
        try await geodatabase.editReplica { editing in
            _ = try editing.beginUpload(PendingUpload(mark: "lost", before: .null), layers: [0]) { _ in }
        }
    }

    private func edits(_ id: String, _ objectID: Int) -> [FeatureEdits] {
        [
            FeatureEdits(updates: [Feature(attributes: ["GlobalID": .string(id), "NAME": "changed"])], usesGlobalIDs: true),
            FeatureEdits(updates: [Feature(attributes: ["OBJECTID": .integer(objectID), "NAME": "changed"])]),
            FeatureEdits(deletedGlobalIDs: [id], usesGlobalIDs: true), FeatureEdits(deletedObjectIDs: [objectID]),
        ]
    }

    @Test func `what is being sent is to be synced before it is changed or deleted`() async throws {
        try await setApart()
        let trees = try geodatabase.trees
        for (index, edits) in edits(added.lowercased(), objectID).enumerated() {
            let kind = index < 2 ? "changes of features" : "deletions of features"
            await #expect(throws: GeodatabaseError.beingSent(edits: kind, table: "o'Trees")) {
                _ = try await trees.applyEdits(edits)
            }
        }
        #expect(!trees.rightsNow(of: objectID).canUpdate && !trees.rightsNow(of: objectID).canDelete)
        let error = GeodatabaseError.beingSent(edits: "changes of features", table: "o'Trees")
        #expect("\(error)".hasSuffix("Sync the geodatabase first."))
        // Who does as he is told loses nothing.
        _ = try await folder.syncJob().run()
        #expect(try site.carriedOut == ["add added": 1] && !geodatabase.hasLocalEdits)
    }

    @Test func `what has not been sent is changed and deleted, and what the service has is neither`() async throws {
        let trees = try geodatabase.trees
        for edits in edits(added, objectID).dropLast() { _ = try await trees.applyEdits(edits) }
        #expect(try !geodatabase.hasLocalEdits)
        for (index, edits) in edits(ReplicaSite.id(1), 1).enumerated() {
            let kind = index < 2 ? "changes of features" : "deletions of features"
            await #expect(throws: GeodatabaseError.notTaken(edits: kind, table: "o'Trees")) {
                _ = try await trees.applyEdits(edits)
            }
        }
    }

    @Test func `of what is not there that is said, whatever the service takes`() async throws {
        let trees = try geodatabase.trees
        for edits in edits(ReplicaSite.id(77), 77) {
            let results = try await trees.applyEdits(edits)
            let error = try #require((results.updates + results.deletes).first?.error)
            #expect(error.description.contains("has no feature"))
        }
        let isThere = try await geodatabase.transaction { editor in
            try editor.update(Feature(attributes: ["NAME": "changed"]), objectID: 77, in: "o'Trees")
        }
        #expect(!isThere)
    }
}
