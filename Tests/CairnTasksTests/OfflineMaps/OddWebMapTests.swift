import CairnCore
import CairnOffline
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// Web maps as they should not be.
@Suite(.timeLimit(.minutes(5)))
struct OddWebMapTests {
    private static let root = OfflineTown.root

    private func task(_ town: OfflineTown, _ layers: [String]) throws -> OfflineMapTask {
        let json = #"{"version":"2","operationalLayers":[\#(layers.joined(separator: ","))]}"#
        return OfflineMapTask(
            onlineMap: Map(webMap: try WebMap(json: JSONValue(parsing: json))), transport: town.transport,
            credential: CredentialStore())
    }

    private func layer(_ id: String?, _ url: String, title: String = "A") -> String {
        let id = id.map { #""id":"\#($0)","# } ?? ""
        return #"{\#(id)"title":"\#(title)","layerType":"ArcGISFeatureLayer","url":"\#(url)"}"#
    }

    @Test(arguments: ["a", nil]) func `layers that share an id, or have none, are told apart`(id: String?) async throws {
        let town = try await OfflineTown()
        let task = try task(
            town,
            [layer(id, "\(Self.root)/Trees0/FeatureServer/0"), layer(id, "\(Self.root)/Nowhere/FeatureServer/0", title: "B")])
        let capabilities = try await task.makeOfflineMapCapabilities(parameters: OfflineTown.parameters)
        #expect(capabilities.layers.map(\.supportsOffline) == [true, false])
    }

    @Test func `one service in several spellings is one copy`() async throws {
        let town = try await OfflineTown()
        let spellings = [
            "http://local/arcgis/rest/services/Trees0/FeatureServer/0",
            "HTTP://LOCAL/arcgis/rest/services/Trees0/FeatureServer/0",
            "http://local:80/arcgis/rest/services/Trees0/FeatureServer/0",
            "http://local/arcgis/rest/services/Trees0/featureserver/0/",
            "http://local/arcgis/rest/services//Trees0/FeatureServer/0",
            "http://local/arcgis/rest/services/%54rees0/FeatureServer/0?f=json",
            "http://local/arcgis/rest/services/x/../Trees0/FeatureServer/0",
        ]
        let folder = town.folder.appending(path: "offline")
        let task = try task(town, spellings.enumerated().map { layer("\($0.offset)", $0.element) })
        let result = try await task.makeGenerateOfflineMapJob(
            parameters: OfflineTown.parameters, downloadDirectory: folder, configuration: OfflineTown.configuration
        ).run()
        #expect(!result.hasErrors && town.asked.withLock(\.self) == ["Trees0": 1])
        let package = MobileMapPackage(fileURL: folder)
        try await package.load()
        #expect(package.geodatabases.count == 1)
        #expect(Set(package.maps[0].operationalLayers.map { $0.url?.relativeString }) == ["data/Trees0.gpkg"])
    }

    @Test func `what is secret in the addresses of layers is neither kept nor told`() async throws {
        let town = try await OfflineTown()
        let style = #"{"id":"c","layerType":"VectorTileLayer","styleUrl":"URL"}"#.replacing(
            "URL", with: "\(Self.root)/Streets/VectorTileServer/resources/styles/root.json?token=SECRETSTYLE")
        let task = try task(
            town,
            [
                layer("a", "\(Self.root)/Trees0/FeatureServer/0?token=SECRETTOKEN"),
                layer("b", "http://ann:SECRETWORD@local/arcgis/rest/services/Trees1/FeatureServer/0"), style,
            ])
        let folder = town.folder.appending(path: "offline")
        let job = try task.makeGenerateOfflineMapJob(
            parameters: OfflineTown.parameters, downloadDirectory: folder, configuration: OfflineTown.configuration)
        #expect(try await !job.run().hasErrors)
        var told = [String(decoding: job.record.json.data(), as: UTF8.self), "\(job.messages)"]
        for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init() {
            told.append(String(decoding: (try? Data(contentsOf: folder.appending(path: name))) ?? Data(), as: UTF8.self))
        }
        #expect(told.count > 5 && told.allSatisfy { !$0.contains("SECRET") })
    }

    @Test func `a part that was kept when less counted as secret is that of the same layer`() async throws {
        let layer: JSONValue = [
            "id": "a", "layerType": "ArcGISTiledMapServiceLayer", "url": "http://local/T/MapServer?key=SECRET",
        ]
        let part = OfflineMapPart(
            name: "T", service: try JSONValue.string("http://local/T/MapServer?key=SECRET").decode(ServiceURL.self),
            work: .tiles(ExportTileCacheParameters(levelIDs: [0])), replicaName: "r",
            layers: [
                .init(
                    id: "a", title: "T", isTable: false, key: OfflineMapPart.key(MapLayer(json: layer), isTable: false),
                    number: nil)
            ])
        let map = try WebMap(json: ["version": "2", "operationalLayers": [layer]]).withoutSecrets
        let rewriting = try await OfflineMapRewriting(map, OfflineTown.parameters, [part], in: URL(filePath: "/"))
        #expect(rewriting.map.operationalLayers.map { $0.url?.relativeString } == ["tiles/T.tpkx"])
    }

    @Test func `a picture that is too large for one is not in the record`() async throws {
        let town = try await OfflineTown()
        let inner = town.transport
        let lying = StubTransport { request in
            if request.url.path().contains("/info/") {
                return HTTPResponse(headers: ["content-type": "image/png"], body: Data(count: 2 << 20))
            }
            guard request.url.lastPathComponent == OfflineTown.mapID else { return try await inner.send(request) }
            return .json(#"{"id":"townmap","type":"Web Map","title":"T","thumbnail":"t.png"}"#)
        }
        let portal = Portal(
            url: try #require(URL(string: "http://local/arcgis")), transport: lying, credential: CredentialStore())
        let job = try OfflineMapTask(portalItem: PortalItem(portal: portal, id: OfflineTown.mapID)).makeGenerateOfflineMapJob(
            parameters: OfflineTown.parameters, downloadDirectory: town.folder.appending(path: "offline"),
            configuration: OfflineTown.configuration)
        #expect(try await !job.run().hasErrors)
        #expect(job.record.json.data().count < 1 << 20)
    }

    @Test(
        arguments: [
            (OnlineOnlyServicesOption.exclude, nil, false), (.include, nil, true), (.useAuthoredSettings, nil, false),
            (.useAuthoredSettings, "exclude", false), (.useAuthoredSettings, "include", true),
        ] as [(OnlineOnlyServicesOption, String?, Bool)])
    func `what cannot be taken offline either stays in the map, or is told to be missing`(
        option: OnlineOnlyServicesOption, authored: String?, stays: Bool
    ) async throws {
        let town = try await OfflineTown(services: 1)
        var online = OfflineTown.map(1)
        online.operationalLayers.append(MapLayer(MapLayerType(rawValue: "WMS"), id: "weather", title: "Weather"))
        if let authored {
            var json = online.json.object ?? [:]
            json["applicationProperties"] = ["offline": ["onlineOnlyServices": .string(authored)]]
            online = try WebMap(json: .object(json))
        }
        var parameters = OfflineTown.parameters
        parameters.onlineOnlyServicesOption = option
        let task = OfflineMapTask(onlineMap: Map(webMap: online), transport: town.transport, credential: CredentialStore())
        let result = try await task.makeGenerateOfflineMapJob(
            parameters: parameters, downloadDirectory: town.folder.appending(path: "offline"),
            configuration: OfflineTown.configuration
        ).run()
        #expect(try result.offlineMap().operationalLayers.contains { $0.id == "weather" } == stays)
        #expect(result.layerErrors.map(\.title) == (stays ? [] : ["Weather"]))
    }
}
