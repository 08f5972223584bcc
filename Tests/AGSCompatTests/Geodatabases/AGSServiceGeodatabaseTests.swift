import AGSCompat
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSServiceGeodatabaseTests {
    private func loaded(_ service: SampleService) async throws -> AGSServiceGeodatabase {
        let geodatabase = service.serviceGeodatabase()
        #expect(geodatabase.table(withLayerID: 0) == nil && geodatabase.serviceInfo == nil)
        try await done { geodatabase.load(completion: $0) }
        return geodatabase
    }

    private func add(_ rank: Int, to table: AGSFeatureTable) async throws {
        try await done { table.add(table.createFeature(attributes: ["rank": rank], geometry: nil), completion: $0) }
    }

    /// Most of the sample "Update attributes" of 100.x.
    private final class UpdateAttributesViewController {
        var serviceGeodatabase: AGSServiceGeodatabase!
        var featureTable: AGSServiceFeatureTable!
        var selectedFeature: AGSArcGISFeature!
        var messages: [String] = []
        var finished: (() -> Void)?

        func loadServiceGeodatabase(_ serviceGeodatabase: AGSServiceGeodatabase) {
            serviceGeodatabase.load { [weak self] error in
                guard let self = self else { return }
                if let error = error {
                    self.messages.append(error.localizedDescription)
                    self.finished?()
                } else {
                    let featureTable = serviceGeodatabase.table(withLayerID: 0)!
                    self.featureTable = featureTable
                    self.serviceGeodatabase = serviceGeodatabase
                    self.select()
                }
            }
        }

        func select() {
            let parameters = AGSQueryParameters()
            parameters.whereClause = "rank = 1"
            featureTable.queryFeatures(with: parameters) { [weak self] result, _ in
                self?.selectedFeature = result?.featureEnumerator().allObjects.first as? AGSArcGISFeature
                self?.selectedFeature.load { [weak self] _ in self?.updateFeature("Destroyed") }
            }
        }

        func updateFeature(_ damage: String) {
            selectedFeature.attributes["typdamage"] = damage
            featureTable.update(selectedFeature) { [weak self] error in
                guard let self = self else { return }
                if let error = error { self.messages.append(error.localizedDescription) } else { self.applyEdits() }
            }
        }

        func applyEdits() {
            if serviceGeodatabase.hasLocalEdits() {
                serviceGeodatabase.applyEdits { [weak self] featureTableEditResults, error in
                    if let featureTableEditResults = featureTableEditResults,
                        featureTableEditResults.first?.editResults.first?.completedWithErrors == false
                    {
                        self?.messages.append("Edits applied successfully")
                    } else if let error = error {
                        self?.messages.append("Error while applying edits: \(error.localizedDescription)")
                    }
                    self?.finished?()
                }
            }
        }
    }

    @Test func `the calls of the sample that updates attributes are what they were`() async throws {
        let service = try await SampleService(count: 3)
        let controller = UpdateAttributesViewController()
        await withCheckedContinuation { continuation in
            controller.finished = { continuation.resume() }
            controller.loadServiceGeodatabase(service.serviceGeodatabase())
        }
        #expect(controller.messages == ["Edits applied successfully"])
        #expect(try await service.rows()[1].attributes["typdamage"] == "Destroyed")
    }

    @Test(arguments: [false, true]) func `edits of several tables go in one request`(hasGlobalIDs: Bool) async throws {
        let service = try await SampleService(count: 2, hasGlobalIDs: hasGlobalIDs)
        let geodatabase = try await loaded(service)
        let tables = try [0, 1].map { try #require(geodatabase.table(withLayerID: $0)) }
        #expect(geodatabase.table(withLayerID: 0) === tables[0] && geodatabase.table(withLayerID: 9) == nil)
        #expect(geodatabase.connectedTables.map(\.url?.lastPathComponent) == ["0", "1"])
        #expect(geodatabase.serviceInfo?.layerInfos.map(\.name) == ["Damage", "Repairs"])
        for table in tables { try await add(7, to: table) }
        #expect(geodatabase.hasLocalEdits())
        let requests = service.server.requestCount
        let results: [AGSFeatureTableEditResult] = try await answer { geodatabase.applyEdits(completion: $0) }
        #expect(service.server.requestCount == requests + 1)
        #expect(results.map { $0.featureTable === tables[0] || $0.featureTable === tables[1] } == [true, true])
        #expect(results.map { $0.editResults.map(\.objectID) } == [[3], [3]])
        #expect(!geodatabase.hasLocalEdits())
        for name in ["Damage", "Repairs"] {
            #expect(try await service.rows(name).map { $0.attributes["rank"]?.int } == [0, 1, 7])
        }
        #expect(try await answer { geodatabase.applyEdits(completion: $0) } as [AGSFeatureTableEditResult] == [])
    }

    @Test func `edits that did not arrive stay, and are undone together`() async throws {
        let service = try await SampleService(count: 1)
        let geodatabase = try await loaded(service)
        let tables = try [0, 1].map { try #require(geodatabase.table(withLayerID: $0)) }
        for table in tables { try await add(7, to: table) }
        service.server.faults.inject(.serviceError(code: 500, message: "Not today."), into: "applyEdits")
        let error = await #expect(throws: NSError.self) {
            _ = try await answer { geodatabase.applyEdits(completion: $0) } as [AGSFeatureTableEditResult]
        }
        #expect(error?.domain == AGSServicesErrorDomain && tables.map { $0.hasLocalEdits() } == [true, true])
        try await done { geodatabase.undoLocalEdits(completion: $0) }
        #expect(!geodatabase.hasLocalEdits())
        try await done { geodatabase.close(completion: $0) }
        #expect(try await service.rows().count == 1)
    }

    @Test func `versions are refused, and say so`() async throws {
        let service = try await SampleService()
        let geodatabase = try await loaded(service)
        let parameters = AGSServiceVersionParameters()
        parameters.name = "mine"
        parameters.access = .private
        #expect(geodatabase.defaultVersionName == "")
        let errors = [
            await #expect(throws: NSError.self) {
                _ = try await answer { geodatabase.createVersion(with: parameters, completion: $0) } as AGSServiceVersionInfo
            },
            await #expect(throws: NSError.self) {
                _ = try await answer { geodatabase.fetchVersions(completion: $0) } as [AGSServiceVersionInfo]
            },
            await #expect(throws: NSError.self) {
                try await done { geodatabase.switchVersion(withName: "mine", completion: $0) }
            },
        ]
        #expect(errors.map { $0?.code } == Array(repeating: AGSErrorCode.commonNotImplemented.rawValue, count: 3))
    }
}
