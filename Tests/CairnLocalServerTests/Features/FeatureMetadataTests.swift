import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import Foundation
import Testing

/// What the service says of itself, and its pages.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct FeatureMetadataTests {
    private func served(isEditable: Bool = false) async throws -> ServedFeatures {
        var lines = SampleFeatures.definition("Lines & <b>more</b>", .polyline, hasZ: true)
        lines.layerJSON = [
            "drawingInfo": ["renderer": ["type": "own"]], "id": 77, "objectIdField": "X",
            "fields": [
                ["name": "RANK", "type": "esriFieldTypeString", "domain": ["type": "range", "name": "ranks", "range": [-5, 5]]]
            ],
        ]
        return try await ServedFeatures(
            [
                (SampleFeatures.definition("Zebras", .point), SampleFeatures.features(5, .point)),
                (lines, SampleFeatures.features(5, .polyline, hasZ: true)),
                (SampleFeatures.definition("Rows", nil), SampleFeatures.features(3, nil)),
                (SampleFeatures.definition("Empty", .polygon), []),
            ], isEditable: isEditable)
    }

    @Test func `layers and tables are those of the file, in the order of their names`() async throws {
        let served = try await served()
        let service = try await served.json("")
        #expect(service["layers"]?.array?.compactMap { $0["name"]?.string } == ["Empty", "Lines & <b>more</b>", "Zebras"])
        #expect(service["layers"]?.array?.compactMap { $0["id"]?.int } == [0, 1, 3])
        #expect(service["tables"]?.array?.compactMap { $0["id"]?.int } == [2])
        #expect(service["capabilities"] == "Query" && service["maxRecordCount"] == 2000)
        #expect(service["supportedQueryFormats"] == "JSON, geoJSON, PBF")
        let all = try await served.json("/layers")
        for (kind, ids) in [("layers", [0, 1, 3]), ("tables", [2])] {
            for (place, id) in ids.enumerated() { #expect(all[kind]?[place] == (try await served.json("/\(id)"))) }
        }
        let directory = try await served.server.send(HTTPRequest(.get, URL(string: "http://local/arcgis/rest/services?f=json")!))
        #expect(try JSONValue(parsing: directory.body)["services"] == [["name": "Town", "type": "FeatureServer"]])
    }

    @Test func `a layer says what real ones say`() async throws {
        let served = try await served(isEditable: true)
        let layer = try await served.json("/3")
        #expect(layer["type"] == "Feature Layer" && layer["geometryType"] == "esriGeometryPoint" && layer["id"] == 3)
        #expect(layer["objectIdField"] == "OBJECTID" && layer["displayField"] == "NAME" && layer["hasAttachments"] == true)
        #expect(
            layer["fields"]?.array?.map { $0["type"]?.string ?? "" }
                == ["OID", "String", "Integer", "Double", "Date"].map { "esriFieldType\($0)" })
        #expect(layer["advancedQueryCapabilities"]?["supportsPagination"] == true && layer["relationships"] == [])
        #expect(layer["capabilities"] == "Create,Delete,Query,Update,Editing" && layer["timeInfo"]?["startTimeField"] == "BEGAN")
        let box = try await served.geodatabase.table(named: "Zebras").queryExtent(using: QueryParameters())
        #expect(layer["extent"]?["xmin"]?.double == box?.xMin && layer["extent"]?["spatialReference"]?["wkid"] == 4326)
        #expect(try await served.json("/0")["extent"]?["xmin"] == "NaN")
        #expect(try await served.json("/2")["type"] == "Table")
        // What the file says of the layer is handed on, but for what is known better.
        let lines = try await served.json("/1")
        #expect(lines["drawingInfo"]?["renderer"]?["type"] == "own" && lines["id"] == 1 && lines["objectIdField"] == "OBJECTID")
        #expect(lines["hasZ"] == true)
        // PBF has no word for a height that is not known.
        #expect(lines["supportedQueryFormats"] == "JSON, geoJSON" && layer["supportedQueryFormats"] == "JSON, geoJSON, PBF")
        let rank = lines["fields"]?.array?.first { $0["name"] == "RANK" }
        #expect(rank?["domain"]?["range"] == [-5, 5] && rank?["type"] == "esriFieldTypeInteger" && rank?["alias"] == "RANK")
    }

    @Test(arguments: [false, true])
    func `a service whose layers do not say what their coordinates mean says nothing of that`(hasPlacedLayer: Bool) async throws {
        var unplaced = SampleFeatures.definition("Things", .point)
        unplaced.spatialReference = nil
        let features = SampleFeatures.features(5, .point)
        let bare = features.map { feature in
            let point = feature.geometry?.positions.first.map { MapPoint(x: $0.x, y: $0.y) }
            return Feature(attributes: feature.attributes, geometry: point.map { .point($0) })
        }
        let placed = hasPlacedLayer ? [(SampleFeatures.definition("Places", .point), features)] : []
        let service = try await ServedFeatures([(unplaced, bare)] + placed).json("")
        #expect(service["spatialReference"]?["wkid"] == (hasPlacedLayer ? 4326 : nil))
        #expect(service["units"] == (hasPlacedLayer ? "esriDecimalDegrees" : "esriUnknownUnits"))
        #expect(service["fullExtent"]?["spatialReference"]?["wkid"] == (hasPlacedLayer ? 4326 : nil))
        #expect(service["fullExtent"]?["xmin"]?.double == bare.compactMap { $0.geometry?.extent?.xMin }.min())
        let tables = try await ServedFeatures([(SampleFeatures.definition("Rows", nil), [])]).json("")
        #expect(tables["spatialReference"]?["wkid"] == 4326)
    }

    @Test func `no key is missing that a real layer has and clients look at`() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../../shared/fixtures/feature")
        guard let data = try? Data(contentsOf: folder.appending(path: "layer_metadata_airport.json")) else {
            return print("skipped: no fixtures")
        }
        let layer = try await served().json("/3").object ?? [:]
        let unlikely: Set = [
            "serviceItemId", "editingInfo", "supportsCalculate", "supportsTruncate", "supportsValidateSql", "hasStaticData",
            "allowTrueCurvesUpdates", "onlyAllowTrueCurveUpdatesByTrueCurveClients", "ownershipBasedAccessControlForFeatures",
            "editFieldsInfo", "syncCanReturnChanges", "allowUpdateWithoutMValues", "supportsASync",
        ]
        let missing = Set(try JSONValue(parsing: data).object?.keys.map { $0 } ?? []).subtracting(layer.keys).subtracting(
            unlikely)
        #expect(missing.isEmpty, "\(missing.sorted())")
    }

    @Test(arguments: [
        "", "/layers", "/1", "/1/query", "/1/query?where=1%3D1&outFields=*", "/1/query?where=1%3D1&returnCountOnly=true",
        "/1/query?objectIds=1&returnIdsOnly=true", "/1/query?where=NAME%3D%27%3Cscript%3E%27", "/1/query?returnExtentOnly=true",
        "/1/query?where=%22%3E%3Cscript%3Ealert(1)%3C/script%3E", "/1/1", "/1/1/attachments", "/1/queryAttachments", "/2",
        "/2/query?where=1=1",
        "/1/query?outStatistics=%5B%7B%22statisticType%22:%22max%22,%22onStatisticField%22:%22RANK%22%7D%5D", "/1/nothing", "/9",
    ])
    func `pages for people are markup, and nothing in them is run`(path: String) async throws {
        let served = try await served()
        let url = try #require(URL(string: served.address("http://local") + path))
        let response = try await served.server.send(HTTPRequest(.get, url, timeout: nil))
        let page = String(decoding: response.body, as: UTF8.self)
        #expect(response.status == 200 && response.headers["content-type"] == "text/html;charset=utf-8")
        #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
        #expect(!page.contains("<script") && !page.contains("<b>more"))
        for match in page.matches(of: /href="([^"]*)"/) {
            let link = try #require(URL(string: "http://local" + String(match.1).replacing("&amp;", with: "&")))
            let target = try await served.server.send(HTTPRequest(.get, link, timeout: nil))
            #expect(!String(decoding: target.body, as: UTF8.self).contains("<title>Error"), "\(link)")
        }
    }

    @Test func `one feature is told by its id`() async throws {
        let served = try await served()
        let feature = try await served.json("/3/2")["feature"]
        let expected = SampleFeatures.features(5, .point)[1]
        #expect(feature?["attributes"] == expected.attributes.esriJSON)
        #expect(feature?["geometry"]?["x"]?.double == expected.geometry?.positions[0].x)
        #expect(try await served.json("/3/77")["error"]?["code"] == 404)
    }

    @Test func `a GeoJSON file is published for queries`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let features = SampleFeatures.features(700, .polygon)
        let collection: JSONValue = ["type": "FeatureCollection", "features": .array(try features.map { try $0.geoJSON() })]
        let file = folder.appending(path: "Lots.geojson")
        try collection.data().write(to: file)
        let town = PublishedFeatures(geoJSON: file)
        let server = LocalServer(features: [
            "Town": town, "None": PublishedFeatures(geoJSON: folder.appending(path: "x")),
        ])
        func json(_ path: String) async throws -> JSONValue {
            let url = URL(string: "http://local/arcgis/rest/services/\(path)")!
            return try JSONValue(parsing: try await server.send(HTTPRequest(.get, url, timeout: nil)).body)
        }
        let service = "Town/FeatureServer/0"
        #expect(try await json("\(service)?f=json")["name"] == "Lots")
        let found = try FeatureSet(esriJSON: try await json("\(service)/query?f=json&outFields=*")).features
        #expect(found.map { $0.attributes["NAME"] } == features.map { $0.attributes["NAME"] })
        #expect(found.map { $0.attributes["SHARE"] } == features.map { $0.attributes["SHARE"] })
        #expect(found.map { $0.geometry?.extent } == features.map { $0.geometry?.extent })
        #expect(try await json("None/FeatureServer?f=json")["error"]?["code"] == 500)
        await town.discard()
        #expect(try await json("\(service)/query?f=json")["error"]?["code"] == 404)
    }

    @Test func `what is no layer is told with the reason`() async throws {
        var mixed = FeatureTableDefinition("Mixed", spatialReference: .wgs84)
        mixed.hasMixedGeometries = true
        let things = SampleFeatures.definition("Things", .point)
        let served = try await ServedFeatures([(mixed, []), (things, SampleFeatures.features(5, .point))], isEditable: true)
        let root = try await served.json("")
        #expect(root["layers"]?.array?.map { $0["name"]?.string } == ["Things"] && root["layers"]?[0]?["id"]?.int == 1)
        #expect(root["tables"]?.array?.isEmpty == true)
        #expect(root["description"]?.string?.contains("Mixed") == true)
        for path in ["/0", "/0/query"] {
            let error = try await served.json(path)["error"]
            #expect(error?["code"]?.int == 400 && error?["details"]?[0]?.string?.contains("Mixed") == true)
        }
        let error = try await served.post("/applyEdits", ["edits": "[{\"id\":0,\"adds\":[]}]"])["error"]
        #expect(error?["details"]?[0]?.string?.contains("Mixed") == true)
        let source = PublishedFeatures(served.geodatabase)
        #expect(try await source.unpublished().map { $0.contains("export it as GeoJSON") } == [true])
    }

    @Test func `a layer whose coordinates mean nothing that is known is served, and told`() async throws {
        var lost = SampleFeatures.definition("Lost", .point)
        lost.spatialReference = nil
        let others = [SampleFeatures.definition("Placed", .point), SampleFeatures.definition("Rows", nil)]
        let served = try await ServedFeatures([(lost, [])] + others.map { ($0, []) })
        let root = try await served.json("")
        #expect(root["layers"]?.array?.map { $0["name"]?.string } == ["Lost", "Placed"])
        #expect(root["description"]?.string?.contains("table Lost mean") == true)
        #expect(try await served.json("/0")["extent"]?["spatialReference"] == nil)
        let told = try await PublishedFeatures(served.geodatabase).unplaced()
        #expect(told.count == 1 && told[0].contains("table Lost mean") && told[0].contains("ogr2ogr -a_srs"))
    }

    @Test func `what cannot be synced for want of global ids is told, and can be once it has them`() async throws {
        var plain = SampleFeatures.definition("Plain", .point)
        plain.globalIDField = nil
        let served = try await ServedFeatures([(plain, SampleFeatures.features(3, .point))])
        let source = PublishedFeatures(served.geodatabase, isSyncEnabled: true)
        #expect(try await source.unsynced().map { $0.contains("table Plain cannot be synced") } == [true])
        #expect(try await PublishedFeatures(served.geodatabase).unsynced().isEmpty)
        // As the guide says.
        try await served.geodatabase.edit { package in
            try package.database.execute(
                "ALTER TABLE Plain ADD COLUMN GlobalID TEXT(38); CREATE UNIQUE INDEX cairn_Plain_global_id ON Plain (GlobalID);")
        }
        try await served.geodatabase.refreshTables()
        #expect(try await source.unsynced().isEmpty)
    }

    @Test func `a table that is added comes behind the others, and all keep their ids`() async throws {
        let served = try await ServedFeatures([(SampleFeatures.definition("Middle", .point), [])])
        let names = { try await served.json("")["layers"]?.array?.map { [$0["id"]?.int.map(String.init), $0["name"]?.string] } }
        #expect(try await names() == [["0", "Middle"]])
        let other = Geodatabase(fileURL: served.geodatabase.url)
        _ = try await other.createTable(SampleFeatures.definition("Anew", .point))
        #expect(try await names() == [["0", "Middle"], ["1", "Anew"]])
        #expect(try await served.json("/1")["name"]?.string == "Anew")
        try await other.close()
    }
}
