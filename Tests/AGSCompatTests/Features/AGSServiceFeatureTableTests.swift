import AGSCompat
import CairnCallbacks
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSServiceFeatureTableTests {
    /// Most of the sample "Add features" of 100.x.
    private final class AddFeaturesViewController {
        let featureTable: AGSServiceFeatureTable
        var messages: [String] = []
        var applied: (() -> Void)?

        init(_ featureTable: AGSServiceFeatureTable) { self.featureTable = featureTable }

        func addFeature(at mapPoint: AGSPoint) {
            // Create attributes for the new feature.
            let featureAttributes = ["typdamage": "Minor", "primcause": "Earthquake"]
            let feature = featureTable.createFeature(attributes: featureAttributes, geometry: mapPoint)
            featureTable.add(feature) { [weak self] (error: Error?) in
                guard let self = self else { return }
                if let error = error {
                    self.messages.append("Error while adding feature: \(error.localizedDescription)")
                } else {
                    self.applyEdits()
                }
            }
        }

        func applyEdits() {
            featureTable.applyEdits { [weak self] (featureEditResults: [AGSFeatureEditResult]?, error: Error?) in
                if let error = error {
                    self?.messages.append("Error while applying edits: \(error.localizedDescription)")
                } else if let featureEditResults = featureEditResults, featureEditResults.first?.completedWithErrors == false {
                    self?.messages.append("Edits applied successfully")
                }
                self?.applied?()
            }
        }
    }

    @Test func `the calls of the sample that adds features are what they were`() async throws {
        let service = try await SampleService()
        let controller = AddFeaturesViewController(service.table())
        await withCheckedContinuation { continuation in
            controller.applied = { continuation.resume() }
            controller.addFeature(at: AGSPoint(x: 9.52, y: 47.14, spatialReference: .wgs84()))
        }
        #expect(controller.messages == ["Edits applied successfully"])
        let row = try #require(try await service.rows().first)
        #expect(row.attributes["typdamage"] == "Minor" && row.attributes["primcause"] == "Earthquake")
        // A place comes in the coordinates of the table.
        #expect(row.geometry?.extent.map { Int($0.xMin) } == 1_059_761)
    }

    @Test func `edits are here until they are sent, and then there`() async throws {
        let service = try await SampleService(count: 10)
        let table = service.table()
        #expect(!table.hasLocalEdits())
        let features = try await query(table, "rank < 4")
        features[0].attributes["typdamage"] = "Affected"
        features[0].geometry = AGSPoint(x: 5000, y: 1, spatialReference: .webMercator())
        try await done { table.update(features[0], completion: $0) }
        try await done { table.delete([features[1], features[2]], completion: $0) }
        let added = table.createFeature(attributes: ["rank": 100, "seen": Date(timeIntervalSince1970: 0.5)], geometry: nil)
        try await done { table.add(added, completion: $0) }
        #expect(table.hasLocalEdits())
        #expect(
            try await service.rows()
                == (0..<10).map { number in
                    var feature = SampleService.feature(number)
                    feature.attributes["OBJECTID"] = .integer(number + 1)
                    return feature
                })
        let here = try await query(table)
        #expect(here.map { $0.attributes["rank"] as? Int } == [0, 3, 4, 5, 6, 7, 8, 9, 100])
        #expect(try await query(table, "typdamage = 'Affected'").count == 1)
        let results = try await send(table)
        #expect(!table.hasLocalEdits())
        #expect(results.map(\.editOperation) == [.add, .update, .delete, .delete])
        #expect(results.map(\.objectID) == [11, 1, 2, 3] && results.allSatisfy { !$0.completedWithErrors })
        let rows = try await service.rows()
        #expect(rows.map { $0.attributes["rank"]?.int } == [0, 3, 4, 5, 6, 7, 8, 9, 100])
        #expect(rows[0].attributes["typdamage"] == "Affected" && rows[0].geometry?.extent?.xMin == 5000)
        #expect(rows[0].attributes["primcause"] == "cause 0")
        let feature = try #require(added as? AGSArcGISFeature)
        #expect((feature.attributes["OBJECTID"] as? Int).map { $0 < 0 } == true)
        let refreshed = [feature.refreshObjectID(), feature.refreshObjectID()]
        #expect(refreshed == [true, false])
        #expect(feature.attributes["OBJECTID"] as? Int == 11)
        // It is known by both of its names.
        feature.attributes["rank"] = 101
        try await done { table.update(feature, completion: $0) }
        _ = try await send(table)
        #expect(try await service.rows().last?.attributes["rank"] == 101)
    }

    @Test func `a feature that was added, sent and refreshed keeps the id that the service gave it`() async throws {
        let service = try await SampleService(count: 2)
        let table = service.table()
        try await done { table.load(completion: $0) }
        let feature = table.createFeature(attributes: ["rank": 5], geometry: nil) as! AGSArcGISFeature
        try await done { table.add(feature, completion: $0) }
        let given = try #require(try await send(table).first?.objectID)
        #expect(feature.refreshObjectID() && given > 0 && feature.attributes["OBJECTID"] as? Int == given)
        for rank in 6...8 {
            feature.attributes["rank"] = rank
            try await done { table.update(feature, completion: $0) }
            #expect(feature.attributes["OBJECTID"] as? Int == given)
        }
        #expect(try await send(table).map(\.objectID) == [given] && feature.attributes["OBJECTID"] as? Int == given)
        #expect(try await service.rows().contains { $0.attributes["rank"] == .integer(8) })
    }

    @Test func `what was edited is forgotten when it is undone`() async throws {
        let service = try await SampleService(count: 3)
        let table = service.table()
        let features = try await query(table)
        try await done { table.delete(features[2], completion: $0) }
        try await done { table.add(table.createFeature(attributes: ["rank": 7], geometry: nil), completion: $0) }
        #expect(try await query(table).count == 3)
        try await done { table.undoLocalEdits(completion: $0) }
        #expect(!table.hasLocalEdits())
        #expect(try await query(table).count == 3)
        #expect(try await send(table).isEmpty)
    }

    @Test func `after edits are undone an update of the same object is kept again`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = try #require(try await query(table).first)
        for _ in 0..<2 {
            feature.attributes["rank"] = 9
            feature.geometry = AGSPoint(x: 5, y: 6, spatialReference: .webMercator())
            try await done { table.update(feature, completion: $0) }
            try await done { table.undoLocalEdits(completion: $0) }
        }
        // All of this is asked for at once, and kept in this order.
        for rank in [8, 0, 9] {
            feature.attributes["rank"] = rank
            table.update(feature)
        }
        #expect(try await send(table).map(\.editOperation) == [.update])
        let row = try #require(try await service.rows().first)
        #expect(row.attributes["rank"]?.int == 9 && row.attributes["primcause"] == .string("cause 0"))
        #expect(row.geometry == .point(MapPoint(x: 5, y: 6, spatialReference: .webMercator)))
    }

    @Test func `what a table does not take is refused at once, and nothing of it is kept`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let good = table.createFeature(attributes: ["rank": 1], geometry: nil)
        let bad: [(AGSFeature, AGSErrorCode)] = [
            (table.createFeature(attributes: ["rank": "much"], geometry: nil), .commonInvalidArgument),
            (table.createFeature(attributes: ["nothing": 1], geometry: nil), .commonInvalidArgument),
            (table.createFeature(attributes: ["rank": URL(filePath: "/")], geometry: nil), .commonInvalidArgument),
            (
                table.createFeature(
                    attributes: [:], geometry: AGSPolyline(points: [AGSPoint(x: 0, y: 0, spatialReference: nil)])),
                .commonInvalidArgument
            ),
            (
                table.createFeature(
                    attributes: [:], geometry: AGSPoint(x: 0, y: 0, spatialReference: AGSSpatialReference(wkid: 2056))),
                .commonInvalidArgument
            ),
        ]
        for (feature, code) in bad {
            let error = await #expect(throws: NSError.self) { try await done { table.add([good, feature], completion: $0) } }
            #expect(error?.domain == AGSErrorDomain && error?.code == code.rawValue)
        }
        await #expect(throws: NSError.self) { try await done { table.update(good, completion: $0) } }
        await #expect(throws: NSError.self) { try await done { table.delete(good, completion: $0) } }
        #expect(!table.hasLocalEdits())
        let closed = try await SampleService(count: 1, isEditable: false)
        let other = closed.table()
        let error = await #expect(throws: NSError.self) {
            try await done { other.add(other.createFeature(), completion: $0) }
        }
        #expect(error?.code == AGSErrorCode.commonNoPermission.rawValue)
        #expect(!other.isEditable && !other.canAddFeature)
    }

    @Test func `edits that the service refuses, or that do not arrive, stay`() async throws {
        let service = try await SampleService(count: 2)
        let table = service.table()
        try await done { table.add(table.createFeature(attributes: ["rank": 7], geometry: nil), completion: $0) }
        for fault in [Fault.serviceError(code: 500, message: "Not today."), .status(503), .drop, .truncate(afterBytes: 3)] {
            service.server.faults.inject(fault, into: "applyEdits")
            await #expect(throws: (any Error).self) { try await send(table) }
            #expect(table.hasLocalEdits())
            service.server.faults.clear()
        }
        #expect(try await query(table).contains { $0.attributes["rank"] as? Int == 7 })
        // One that was deleted there meanwhile.
        let features = try await query(table, "rank = 1")
        features[0].attributes["rank"] = 2
        try await done { table.update(features, completion: $0) }
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(deletedObjectIDs: [2]))
        let results = try await send(table)
        #expect(results.map(\.completedWithErrors) == [false, true])
        #expect((results.last?.error as NSError?)?.domain == AGSServicesErrorDomain)
        #expect(table.hasLocalEdits())
        #expect(try await send(table).map(\.completedWithErrors) == [true])
    }

    @Test func `an edit whose answer is lost is found again by its global id, and not done twice`() async throws {
        let service = try await SampleService(count: 2, hasGlobalIDs: true)
        let isLost = Gate()
        let transport = StubTransport { request in
            let response = try await service.server.send(request)
            guard request.url.lastPathComponent == "applyEdits" else { return response }
            isLost.open()
            throw TransportError(.connectionLost, url: request.url)
        }
        let table = service.table(transport: transport)
        try await done { table.add(table.createFeature(attributes: ["rank": 7], geometry: nil), completion: $0) }
        let results = try await send(table)
        try await isLost.pass()
        #expect(results.map(\.completedWithErrors) == [false] && results[0].globalID != "")
        #expect(!table.hasLocalEdits())
        #expect(try await service.rows().map { $0.attributes["rank"]?.int } == [0, 1, 7])
    }

    @Test func `what is edited while edits are sent is sent after them`() async throws {
        let service = try await SampleService(count: 1)
        let (arrived, answered) = (Gate(), Gate())
        let transport = service.holding("applyEdits", arrived, until: answered)
        let table = service.table(transport: transport)
        let feature = table.createFeature(attributes: ["rank": 7], geometry: nil)
        try await done { table.add(feature, completion: $0) }
        async let results = send(table)
        try await arrived.pass()
        feature.attributes["rank"] = 8
        try await done { table.update(feature, completion: $0) }
        // What is under way is not sent a second time: who sends meanwhile waits, and sends the rest.
        async let rest = send(table)
        let cancelled = table.applyEdits()
        cancelled.cancel()
        answered.open()
        #expect(try await results.map(\.editOperation) == [.add])
        #expect(try await rest.map(\.editOperation) == [.update])
        #expect(try await send(table).isEmpty)
        #expect(try await service.rows().map { $0.attributes["rank"]?.int } == [0, 8])
        #expect(!table.hasLocalEdits())
    }

    @Test func `counts, extents and statistics are told`() async throws {
        let service = try await SampleService(count: 20)
        let table = service.table()
        let parameters = AGSQueryParameters()
        parameters.whereClause = "rank >= 10"
        let count = await withCheckedContinuation { continuation in
            table.queryFeatureCount(with: parameters) { count, error in continuation.resume(returning: error == nil ? count : -1)
            }
        }
        #expect(count == 10)
        let extent: AGSGeometry = try await answer { table.queryExtent(with: parameters, completion: $0) }
        #expect(extent.extent.xMin == 100 && extent.extent.xMax == 190)
        parameters.whereClause = "rank > 100"
        let none: AGSGeometry = try await answer { table.queryExtent(with: parameters, completion: $0) }
        #expect(none.isEmpty)
        let statistics = AGSStatisticsQueryParameters(statisticDefinitions: [
            AGSStatisticDefinition(onFieldName: "rank", statisticType: .sum, outputAlias: nil),
            AGSStatisticDefinition(onFieldName: "rank", statisticType: .maximum, outputAlias: "most"),
        ])
        statistics.groupByFieldNames = ["typdamage"]
        statistics.orderByFields = [AGSOrderBy(fieldName: "typdamage", sortOrder: .descending)]
        let result: AGSStatisticsQueryResult = try await answer { table.queryStatistics(with: statistics, completion: $0) }
        var lines: [String] = []
        let enumerator = result.statisticRecordEnumerator()
        while enumerator.hasNextObject() {
            guard let record = enumerator.nextObject() else { break }
            lines.append(
                "\(record.group["typdamage"] ?? ""): \(record.statistics["SUM_rank"] ?? ""), \(record.statistics["most"] ?? "")")
        }
        #expect(lines == ["Minor: 63, 18", "Major: 70, 19", "Destroyed: 57, 17"])
    }

    @Test func `in the manual mode only what was brought is asked, and no service`() async throws {
        let service = try await SampleService(count: 20)
        let table = service.table()
        table.featureRequestMode = .manualCache
        #expect(try await query(table).isEmpty)
        let params = AGSQueryParameters()
        params.whereClause = "rank < 10"
        let result: AGSFeatureQueryResult = try await answer {
            table.populateFromService(with: params, clearCache: true, outFields: ["*"], completion: $0)
        }
        #expect(result.featureEnumerator().allObjects.count == 10 && table.numberOfFeatures == 10)
        let requests = service.server.requestCount
        #expect(try await query(table, "rank > 5").count == 4)
        let feature = try await query(table, "rank = 7")[0]
        feature.attributes["rank"] = 1000
        try await done { table.update(feature, completion: $0) }
        try await done { table.add(table.createFeature(attributes: ["rank": 2000], geometry: nil), completion: $0) }
        #expect(try await query(table, "rank > 8").map { $0.attributes["rank"] as? Int } == [1000, 9, 2000])
        let statistics = AGSStatisticsQueryParameters(statisticDefinitions: [
            AGSStatisticDefinition(onFieldName: "rank", statisticType: .count, outputAlias: "n")
        ])
        let record: AGSStatisticsQueryResult = try await answer { table.queryStatistics(with: statistics, completion: $0) }
        let count = record.statisticRecordEnumerator().allObjects.first?.statistics["n"]
        #expect(count as? Int == 11 && count as? Double == 11)
        #expect(service.server.requestCount == requests)
        #expect(try await send(table).count == 2)
        #expect(try await query(table, "rank > 8").map { $0.attributes["rank"] as? Int } == [1000, 9, 2000])
        #expect(try await service.rows().count == 21)
        params.whereClause = "rank = 15"
        _ =
            try await answer {
                table.populateFromService(with: params, clearCache: false, outFields: ["rank"], completion: $0)
            } as AGSFeatureQueryResult
        #expect(table.numberOfFeatures == 12)
        table.clearCache(withKeepLocalEdits: true)
        #expect(table.numberOfFeatures == 0)
    }

    @Test func `a feature of which the id alone was asked has the rest when it is loaded`() async throws {
        let service = try await SampleService(count: 3)
        let table = service.table()
        let result: AGSFeatureQueryResult = try await answer {
            table.queryFeatures(with: AGSQueryParameters(), queryFeatureFields: .idsOnly, completion: $0)
        }
        let features = result.map { $0 as! AGSArcGISFeature }
        #expect(features.map(\.loadStatus) == [.notLoaded, .notLoaded, .notLoaded])
        #expect(features[1].attributes["rank"] == nil && features[1].geometry == nil)
        features[1].attributes["typdamage"] = "Mine"
        try await done { features[1].load(completion: $0) }
        #expect(features[1].loadStatus == .loaded && features[1].attributes["rank"] as? Int == 1)
        #expect(features[1].attributes["typdamage"] as? String == "Mine" && features[1].geometry is AGSPoint)
        try await done { table.loadOrRefreshFeatures([features[0]], completion: $0) }
        #expect(features[0].attributes["primcause"] as? String == "cause 0")
        _ = try await service.geodatabase.table(named: "Damage").applyEdits(FeatureEdits(deletedObjectIDs: [3]))
        await #expect(throws: NSError.self) { try await done { features[2].load(completion: $0) } }
        #expect(features[2].loadStatus == .failedToLoad && features[2].loadError != nil)
    }

    @Test func `attachments are here until they are sent, and then there`() async throws {
        let service = try await SampleService(count: 1)
        let table = service.table()
        let feature = try await query(table)[0]
        let data = Data("a photo".utf8)
        let attachment: AGSAttachment = try await answer {
            feature.addAttachment(withName: "Attachment.png", contentType: "png", data: data, completion: $0)
        }
        #expect(attachment.name == "Attachment.png" && attachment.size == 7 && table.hasLocalEdits())
        let first: [AGSAttachment] = try await answer { feature.fetchAttachments(completion: $0) }
        #expect(first.map(\.name) == ["Attachment.png"])
        #expect(try await answer { first[0].fetchData(completion: $0) } == data)
        let results = try await send(table)
        #expect(results.map(\.objectID) == [1] && results[0].attachmentResults.map(\.editOperation) == [.add])
        #expect(!results[0].completedWithErrors && !table.hasLocalEdits())
        let sent: [AGSAttachment] = try await answer { feature.fetchAttachments(completion: $0) }
        #expect(sent.map(\.id) == [1])
        #expect(try await answer { sent[0].fetchData(completion: $0) } == data)
        #expect(sent[0].hasFetchedData)
        try await done { feature.deleteAttachments(sent, completion: $0) }
        #expect(try await answer { feature.fetchAttachments(completion: $0) } == [AGSAttachment]())
        service.server.faults.inject(.serviceError(code: 500, message: "Not today."), into: "deleteAttachments")
        let refused = try await send(table)
        #expect(refused[0].completedWithErrors && table.hasLocalEdits())
        #expect(try await send(table)[0].completedWithErrors == false)
        // A new feature takes its own along.
        let new = table.createFeature(attributes: ["rank": 5], geometry: nil) as! AGSArcGISFeature
        try await done { table.add(new, completion: $0) }
        _ =
            try await answer {
                new.addAttachment(withName: "b", contentType: "text/plain", data: data, completion: $0)
            } as AGSAttachment
        #expect(try await send(table)[0].attachmentResults.count == 1)
        let there = try await service.geodatabase.table(named: "Damage").queryAttachments(ofFeatures: [1, 2])
        #expect(there.mapValues { $0.map(\.name) } == [2: ["b"]])
    }

    @Test func `a call from elsewhere is answered elsewhere, and each answer may ask on`() async throws {
        let service = try await SampleService(count: 3)
        let counts: [Int] = await withCheckedContinuation { continuation in
            CallbackQueue().callLater {
                // Nobody keeps the table.
                let table = service.table()
                table.queryFeatures(with: AGSQueryParameters()) { result, _ in
                    let first = result?.featureEnumerator().allObjects.count ?? -1
                    let isMain = CallbackQueue.isMain
                    table.queryFeatureCount(with: AGSQueryParameters()) { count, _ in
                        continuation.resume(returning: [first, count, isMain || CallbackQueue.isMain ? 1 : 0])
                    }
                }
            }
        }
        #expect(counts == [3, 3, 0])
    }

    @Test func `a query that is cancelled is answered once, with NSUserCancelledError`() async throws {
        let service = try await SampleService(count: 1)
        let (arrived, never) = (Gate(), Gate())
        let transport = StubTransport { request in
            if request.url.lastPathComponent == "query" {
                arrived.open()
                try await never.pass()
            }
            return try await service.server.send(request)
        }
        let table = service.table(transport: transport)
        let (code, isCanceled): (Int?, Bool) = await withCheckedContinuation { continuation in
            let canceled = Answered()
            let operation = table.queryFeatures(with: AGSQueryParameters()) { result, error in
                #expect(result == nil && CallbackQueue.isMain)
                continuation.resume(returning: ((error as NSError?)?.code, canceled.operation?.isCanceled() ?? false))
            }
            canceled.operation = operation
            Task {
                try await arrived.pass()
                operation.cancel()
            }
        }
        #expect(code == NSUserCancelledError && isCanceled)
    }

    private final class Answered {
        var operation: (any AGSCancelable)?
    }

    @Test func `a table is loaded once, and says what it is`() async throws {
        let service = try await SampleService(count: 3, hasGlobalIDs: true)
        let table = service.table()
        #expect(table.loadStatus == .notLoaded && table.fields.isEmpty && table.tableName == "")
        try await done { table.load(completion: $0) }
        #expect(table.loadStatus == .loaded && table.tableName == "Damage" && table.geometryType == .point)
        #expect(
            table.fields.map(\.name) == ["OBJECTID", "typdamage", "primcause", "rank", "seen", "GLOBALID"]
                && table.fields.map(\.type) == [.OID, .text, .text, .int32, .date, .globalID])
        #expect(table.field(forName: "RANK")?.name == "rank" && table.field(forName: "none") == nil)
        #expect(table.isEditable && table.hasAttachments && table.spatialReference == .webMercator())
        #expect(table.layerInfo?.objectIDField == "OBJECTID" && table.serviceLayerID == 0)
        #expect(try await query(table)[0].attributes["GLOBALID"] is UUID)
        service.server.faults.inject(.serviceError(code: 400, message: "No such layer."))
        let other = service.table()
        await #expect(throws: NSError.self) { try await done { other.load(completion: $0) } }
        #expect(other.loadStatus == .failedToLoad)
        try await done { other.retryLoad(completion: $0) }
        #expect(other.loadStatus == .loaded)
    }
}
