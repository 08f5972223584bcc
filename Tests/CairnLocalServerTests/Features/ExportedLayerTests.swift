import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

/// A layer that is written into a file is the same there.
struct ExportedLayerTests {
    @Test func `an exported layer has the features, the fields, the times and what the service says of it`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var definition = FeatureTableDefinition(
            "Trees",
            fields: [
                Field("NAME", alias: "The name", length: 12), Field("PLANTED", type: .date), Field("SHAPE_", type: .double),
            ],
            geometryType: .polygon, spatialReference: .webMercator)
        (definition.startTimeField, definition.layerJSON) = ("PLANTED", ["drawingInfo": ["transparency": 30]])
        let source = try await Geodatabase.create(at: folder.appending(path: "source.gpkg"))
        let ring = [(0.0, 0.0), (0, 1e6), (1e6, 0), (0, 0)].map { Position(x: $0.0 + 0.125, y: $0.1) }
        let trees = (1...1200).map { number in
            Feature(
                attributes: [
                    "NAME": .string("Tree \(number)"), "PLANTED": .date(Date(timeIntervalSince1970: Double(number) * 86_400)),
                ],
                geometry: .polygon(Geometry.Polygon(rings: [ring], spatialReference: .webMercator)))
        }
        try await source.transaction { [definition] editor in
            try editor.createTable(definition)
            try editor.add(trees, to: "Trees")
        }
        let server = LocalServer(features: ["Town": PublishedFeatures(source, maxRecordCount: 500)])
        let layer = server.url(of: "Town", .featureServer, at: URL(string: "http://localhost")!).appending(path: "0")
        let table = ServiceFeatureTable(url: layer, transport: server)
        let output = folder.appending(path: "copy.gpkg")
        let work = FeatureExportWork(source: .service(try ServiceURL(layer)), output: output, format: .geoPackage)
        #expect(try await Job(work, services: FeatureServices { _ in table }).run().features == 1200)

        let copy = Geodatabase(fileURL: output, isReadOnly: true)
        try await copy.load()
        let (copied, original) = (try copy.table(named: "Trees"), try source.table(named: "Trees"))
        #expect(copied.info.fields == original.info.fields && copied.info.startTimeField == "PLANTED")
        #expect(copied.info.spatialReference == .webMercator && copied.info.geometryType == .polygon)
        #expect(copied.info.layerJSON?["drawingInfo"]?["transparency"] == 30)
        let both = (
            try await copied.queryFeatures(using: QueryParameters()).featureSet().features,
            try await original.queryFeatures(using: QueryParameters()).featureSet().features
        )
        #expect(both.0 == both.1)
    }
    @Test func `a layer to which files may be attached is no layer that keeps some`() async throws {
        let tables = [(SampleFeatures.definition("Plain", nil), SampleFeatures.features(3, nil))]
        let served = try await ServedFeatures(tables, isEditable: true)
        let layer = served.server.url(of: "Town", .featureServer, at: URL(string: "http://localhost")!).appending(path: "0")
        let table = ServiceFeatureTable(url: layer, transport: served.server)
        let output = served.folder.appending(path: "copy.csv")
        let work = FeatureExportWork(source: .service(try ServiceURL(layer)), output: output, format: .csv)
        let job = try Job(work, services: FeatureServices { _ in table })
        #expect(try await job.run().features == 3)
        let told = job.messages.filter { $0.text.contains("attach") }
        #expect(told.map(\.severity) == [.info])
        #expect(told.first?.text.contains("may keep") == true)
    }
}
