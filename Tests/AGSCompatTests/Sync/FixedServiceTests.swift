import AGSCompat
import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

private func isForbidden(_ error: NSError?) -> Bool {
    error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonNoPermission.rawValue
}

/// Copies of services that take no edits, or not all of them.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct FixedServiceTests {
    private let folder: GeodatabaseFolder

    init() throws { folder = try GeodatabaseFolder() }

    private func service(isEditable: Bool) async throws -> SampleService {
        try await SampleService(count: 2, hasGlobalIDs: true, isEditable: isEditable, isSyncEnabled: true)
    }

    private func task(_ transport: any HTTPTransport) -> AGSGeodatabaseSyncTask {
        AGSGeodatabaseSyncTask(GeodatabaseSyncTask(url: SampleService.url, transport: transport))
    }

    /// A copy of a service, and the table of damage in it.
    private func generated(
        _ task: AGSGeodatabaseSyncTask, _ syncModel: AGSSyncModel = .geodatabase, withAttachments: Bool = false,
        sending direction: AGSAttachmentSyncDirection = .bidirectional
    ) async throws -> (AGSGeodatabase, AGSGeodatabaseFeatureTable) {
        let parameters = AGSGenerateGeodatabaseParameters()
        (parameters.syncModel, parameters.returnAttachments) = (syncModel, withAttachments)
        parameters.attachmentSyncDirection = direction
        let job = task.generateJob(with: parameters, downloadFileURL: folder.file)
        let geodatabase: AGSGeodatabase = try await answer { job.start(statusHandler: nil, completion: $0) }
        try await done { geodatabase.load(completion: $0) }
        return (geodatabase, try #require(geodatabase.geodatabaseFeatureTable(byServiceLayerID: 0)))
    }

    /// Why a call is refused; nil if it is not.
    private func refusal(_ call: (@escaping ((any Error)?) -> Void) -> Void) async -> NSError? {
        do {
            try await done(call)
            return nil
        } catch {
            return error as NSError
        }
    }

    // MARK: - Editing

    @Test func `edits of a copy whose service takes none are refused, and the file stays as it is`() async throws {
        let service = try await service(isEditable: false)
        let (geodatabase, table) = try await generated(task(service.server))
        let feature = try await query(table, "rank = 1")[0]
        feature.attributes["rank"] = 7
        let new = table.createFeature(attributes: ["rank": 9], geometry: nil)
        #expect(!table.isEditable && !table.canAddFeature && !table.canUpdate(feature) && !table.canDelete(feature))
        #expect(!feature.canEditAttachments && !feature.canUpdateGeometry)
        let refusals = [
            await refusal { table.add(new, completion: $0) }, await refusal { table.update(feature, completion: $0) },
            await refusal { table.delete(feature, completion: $0) },
        ]
        #expect(refusals.allSatisfy { isForbidden($0) })
        await #expect {
            let _: AGSAttachment = try await answer {
                feature.addAttachment(withName: "a.txt", contentType: "text/plain", data: Data([1]), completion: $0)
            }
        } throws: {
            isForbidden($0 as NSError)
        }
        await #expect(throws: GeodatabaseError.notTaken(edits: "new features", table: "Damage")) {
            _ = try await table.geodatabaseTable.applyEdits(FeatureEdits(adds: [SampleService.feature(9)]))
        }
        await #expect(throws: GeodatabaseError.notTaken(edits: "attachments", table: "Damage")) {
            _ = try await table.geodatabaseTable.deleteAttachments([1], ofFeature: 1)
        }
        #expect(try await ranks(table) == [0, 1] && !geodatabase.hasLocalEdits())
        geodatabase.close()
    }

    @Test func `of edits of a copy only those are made that its service takes`() async throws {
        let service = try await service(isEditable: true)
        let (geodatabase, table) = try await generated(task(service.saying(["capabilities": "Query, create,Sync"], of: "0")))
        let feature = try await query(table, "rank = 1")[0]
        feature.attributes["rank"] = 7
        #expect(table.isEditable && table.canAddFeature && !table.canUpdate(feature) && !table.canDelete(feature))
        try await done { table.add(table.createFeature(attributes: ["rank": 9], geometry: nil), completion: $0) }
        let refusals = [
            await refusal { table.update(feature, completion: $0) }, await refusal { table.delete(feature, completion: $0) },
        ]
        #expect(refusals.allSatisfy { isForbidden($0) } && !feature.canUpdateGeometry)
        #expect(try await ranks(table) == [0, 1, 9])
        try await changeWhatWasAdded(in: table)
        #expect(try await ranks(table) == [0, 1])
        // The other layer takes all.
        let other = try #require(geodatabase.geodatabaseFeatureTable(byServiceLayerID: 1))
        let spare = try await query(other)[0]
        try await done { other.delete(spare, completion: $0) }
        #expect(other.numberOfFeatures == 1)
        geodatabase.close()
    }

    /// What the service has not got is sent as it is then, or not at all.
    private func changeWhatWasAdded(in table: AGSGeodatabaseFeatureTable) async throws {
        let new = try await query(table, "rank = 9")[0]
        #expect(table.canUpdate(new) && table.canDelete(new) && new.canUpdateGeometry)
        new.attributes["rank"] = 10
        try await done { table.update(new, completion: $0) }
        #expect(try await ranks(table) == [0, 1, 10])
        try await done { table.delete(new, completion: $0) }
    }

    @Test func `files are not attached in a copy whose service only deletes features, and are deleted`() async throws {
        let service = try await service(isEditable: true)
        let file = NewAttachment(name: "a.txt", contentType: "text/plain", content: .data(Data([1])))
        _ = try await service.geodatabase.table(named: "Damage").addAttachment(file, toFeature: 2)
        let (geodatabase, table) = try await generated(
            task(service.saying(["capabilities": "Query,Delete,Sync"], of: "0")), withAttachments: true)
        let feature = try await query(table, "rank = 1")[0]
        #expect(table.isEditable && !feature.canEditAttachments)
        let old: [AGSAttachment] = try await answer { feature.fetchAttachments(completion: $0) }
        let refusals = [
            await refusal { done in
                feature.addAttachment(withName: "b.txt", contentType: "text/plain", data: Data([1])) { done($1) }
            },
            await refusal { feature.update(old[0], name: "c", contentType: "text/plain", data: Data(), completion: $0) },
        ]
        #expect(refusals.allSatisfy { isForbidden($0) } && !geodatabase.hasLocalEdits())
        try await done { feature.delete(old[0], completion: $0) }
        #expect(geodatabase.hasLocalEdits())
        geodatabase.close()
    }

    @Test(arguments: [(AGSAttachmentSyncDirection.none, false), (.upload, true), (.bidirectional, true)])
    func `files are attached in a copy that sends them`(direction: AGSAttachmentSyncDirection, areSent: Bool) async throws {
        let service = try await service(isEditable: true)
        let (geodatabase, table) = try await generated(task(service.server), withAttachments: true, sending: direction)
        let feature = try await query(table, "rank = 1")[0]
        #expect(table.isEditable && feature.canEditAttachments == areSent)
        let error = await refusal { done in
            feature.addAttachment(withName: "b.txt", contentType: "text/plain", data: Data([1])) { done($1) }
        }
        #expect((error == nil) == areSent && error.map { isForbidden($0) } != false && geodatabase.hasLocalEdits() == areSent)
        geodatabase.close()
    }

    @Test func `editing that is named beside adding is no more than that, of a copy and of the service`() async throws {
        let service = try await service(isEditable: true)
        let transport = service.saying(["capabilities": "Query,Editing,Create"], of: "0")
        let (geodatabase, copy) = try await generated(task(transport))
        let original = service.table(transport: transport)
        try await done { original.load(completion: $0) }
        for table: AGSFeatureTable in [copy, original] {
            let feature = try await query(table, "rank = 1")[0]
            feature.attributes["rank"] = 7
            #expect(table.isEditable && table.canAddFeature && !table.canUpdate(feature) && !table.canDelete(feature))
            let refusals = [
                await refusal { table.update(feature, completion: $0) }, await refusal { table.delete(feature, completion: $0) },
            ]
            #expect(refusals.allSatisfy { isForbidden($0) })
            try await done { table.add(table.createFeature(attributes: ["rank": 9], geometry: nil), completion: $0) }
        }
        geodatabase.close()
    }

    @Test func `who edits within a transaction of his own is refused the same`() async throws {
        let service = try await service(isEditable: true)
        let (geodatabase, table) = try await generated(task(service.saying(["capabilities": "Query,Create,Sync"], of: "0")))
        let name = table.geodatabaseTable.info.name
        let changes = GeodatabaseError.notTaken(edits: "changes of features", table: name)
        let deletions = GeodatabaseError.notTaken(edits: "deletions of features", table: name)
        try await geodatabase.geodatabase.transaction { editor in
            #expect(throws: changes) { try editor.update(Feature(attributes: ["rank": 7]), objectID: 1, in: name) }
            #expect(throws: deletions) { try editor.deleteFeatures(using: QueryParameters(), from: name) }
            let ids = try editor.add([SampleService.feature(9)], to: name)
            #expect(try editor.update(Feature(attributes: ["rank": 10]), objectID: ids[0], in: name))
        }
        #expect(try await ranks(table) == [0, 1, 10])
        geodatabase.close()
    }

    @Test func `what was added and not sent is known by its global id, in whatever letters`() async throws {
        let service = try await service(isEditable: true)
        let (geodatabase, table) = try await generated(task(service.saying(["capabilities": "Query,Create,Sync"], of: "0")))
        let new = try await table.geodatabaseTable.applyEdits(FeatureEdits(adds: [SampleService.feature(9)])).adds[0]
        let id = try #require(new.globalID)
        let old = try #require(try await query(table, "rank = 1")[0].attributes["GLOBALID"] as? UUID).uuidString
        for spelled in [id, id.lowercased(), id.filter { $0 != "{" && $0 != "}" }] {
            let change = Feature(attributes: ["GLOBALID": .string(spelled), "rank": 10])
            let results = try await table.geodatabaseTable.applyEdits(FeatureEdits(updates: [change], usesGlobalIDs: true))
            #expect(results.updates.map(\.error) == [nil])
        }
        await #expect(throws: GeodatabaseError.notTaken(edits: "deletions of features", table: "Damage")) {
            _ = try await table.geodatabaseTable.applyEdits(FeatureEdits(deletedGlobalIDs: [id, old], usesGlobalIDs: true))
        }
        #expect(try await ranks(table) == [0, 1, 10])
        _ = try await table.geodatabaseTable.applyEdits(FeatureEdits(deletedGlobalIDs: [id], usesGlobalIDs: true))
        #expect(try await ranks(table) == [0, 1] && !geodatabase.hasLocalEdits())
        geodatabase.close()
    }

    @Test func `a copy that is never brought in step is its owner's to edit, whatever the service takes`() async throws {
        let service = try await service(isEditable: false)
        let (geodatabase, table) = try await generated(task(service.server), .none)
        #expect(table.isEditable && table.canAddFeature)
        try await done { table.add(table.createFeature(attributes: ["rank": 9], geometry: nil), completion: $0) }
        #expect(try await ranks(table) == [0, 1, 9])
        geodatabase.close()
    }

    // MARK: - Bringing in step

    @Test func `a job that is only to send fails where no edits are taken, before anything is sent`() async throws {
        let service = try await service(isEditable: false)
        let task = task(service.server)
        let (geodatabase, table) = try await generated(task)
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(adds: [SampleService.feature(7)]))
        service.server.faults.inject(.serviceError(code: 500, message: "Not today."), into: "synchronizeReplica")
        let job = task.syncJob(with: .upload, rollbackOnFailure: false, geodatabase: geodatabase)
        await #expect {
            let _: [AGSSyncLayerResult] = try await answer { job.start(statusHandler: nil, completion: $0) }
        } throws: {
            isForbidden($0 as NSError) && ($0 as NSError).localizedDescription.contains("download")
        }
        #expect(job.status == .failed && table.numberOfFeatures == 2)
        service.server.faults.clear()
        let both = task.syncJob(with: .bidirectional, rollbackOnFailure: false, geodatabase: geodatabase)
        let _: [AGSSyncLayerResult] = try await answer { both.start(statusHandler: nil, completion: $0) }
        #expect(try await ranks(table) == [0, 1, 7])
        geodatabase.close()
    }

    @Test func `edits that were made before a service took none any more are kept, and hinder who wants to send them`()
        async throws
    {
        let service = try await service(isEditable: true)
        let (geodatabase, table) = try await generated(task(service.server))
        try await done { table.add(table.createFeature(attributes: ["rank": 9], geometry: nil), completion: $0) }
        let task = task(service.saying(["capabilities": "Query,Sync"]))
        let both = task.syncJob(with: .bidirectional, rollbackOnFailure: false, geodatabase: geodatabase)
        await #expect {
            let _: [AGSSyncLayerResult] = try await answer { both.start(statusHandler: nil, completion: $0) }
        } throws: {
            isForbidden($0 as NSError)
        }
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(adds: [SampleService.feature(7)]))
        let download = task.syncJob(with: .download, rollbackOnFailure: false, geodatabase: geodatabase)
        let _: [AGSSyncLayerResult] = try await answer { download.start(statusHandler: nil, completion: $0) }
        #expect(try await ranks(table) == [0, 1, 7, 9] && geodatabase.hasLocalEdits())
        #expect(try await service.rows().count == 3)
        geodatabase.close()
    }

    @Test func `edits of a layer that takes no part hinder nobody from bringing others in step`() async throws {
        let service = try await service(isEditable: true)
        let (geodatabase, table) = try await generated(task(service.server), .layer)
        let other = try #require(geodatabase.geodatabaseFeatureTable(byServiceLayerID: 1))
        try await done { other.add(other.createFeature(attributes: ["rank": 9], geometry: nil), completion: $0) }
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(adds: [SampleService.feature(7)]))
        let task = task(service.saying(["capabilities": "Query,Sync"]))
        let parameters = AGSSyncGeodatabaseParameters()
        parameters.layerOptions = [AGSSyncLayerOption(layerID: 0)]
        let job = task.syncJob(with: parameters, geodatabase: geodatabase)
        let _: [AGSSyncLayerResult] = try await answer { job.start(statusHandler: nil, completion: $0) }
        #expect(try await ranks(table) == [0, 1, 7] && other.hasLocalEdits())
        #expect(try await service.rows("Repairs").count == 2)
        // Where it takes part, they do.
        parameters.layerOptions.append(AGSSyncLayerOption(layerID: 1))
        let both = task.syncJob(with: parameters, geodatabase: geodatabase)
        await #expect {
            let _: [AGSSyncLayerResult] = try await answer { both.start(statusHandler: nil, completion: $0) }
        } throws: {
            isForbidden($0 as NSError)
        }
        #expect(other.hasLocalEdits())
        geodatabase.close()
    }
}
