import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct WebMapTests {
    private static let sample = """
        {"operationalLayers":[
           {"id":"a","layerType":"ArcGISFeatureLayer","url":"https://x.example.com/FeatureServer/0","title":"Trees","visibility":false,
            "opacity":0.50,"itemId":"i1","layerDefinition":{"minScale":1000,"drawingInfo":{"renderer":{"x":1e-7}}},"popupInfo":{"a":[null]}},
           {"id":"g","layerType":"GroupLayer","title":"G","layers":[{"id":"g1","layerType":"VectorTileLayer","styleUrl":"s"},
             {"id":"g2","layerType":"GroupLayer","layers":[{"id":"g3"}]}]},
           null, 7, {"id":"m","layerType":"ArcGISMapServiceLayer","layers":[{"id":0}],"minScale":0,"maxScale":"25"}],
         "tables":[{"id":"t","url":"//x.example.com/FeatureServer/1"}],
         "baseMap":{"title":"Base","baseMapLayers":[{"id":"b","layerType":"ArcGISTiledMapServiceLayer"},{"id":"r","isReference":true}],"x":9},
         "spatialReference":{"wkid":102100,"latestWkid":3857,"vcsWkid":5},
         "initialState":{"viewpoint":{"targetGeometry":{"xmin":0,"ymin":1,"xmax":2,"ymax":3,"spatialReference":{"wkid":102100}},"s":1}},
         "bookmarks":[{"name":"Home"}],"version":2.31,"offlineDisabled":null,"big":18446744073709551616,"authoringApp":"X"}
        """

    private static func map() throws -> WebMap { try WebMap(json: try JSONValue(parsing: sample)) }

    @Test func `a web map says what it is made of`() throws {
        let map = try Self.map()
        #expect(map.operationalLayers.map(\.id) == ["a", "g", "", "", "m"])
        let trees = map.operationalLayers[0]
        #expect(trees.layerType == .feature && trees.title == "Trees" && !trees.isVisible && trees.opacity == 0.5)
        #expect(trees.itemID == "i1" && trees.minScale == 1000 && trees.maxScale == nil && trees.definitionExpression == "")
        #expect(map.operationalLayers[1].layers.map(\.id) == ["g1", "g2"] && map.operationalLayers[4].layers.isEmpty)
        #expect(map.allOperationalLayers.map(\.id) == ["a", "g", "g1", "g2", "g3", "", "", "m"])
        #expect(map.operationalLayers[4].minScale == nil && map.operationalLayers[4].maxScale == 25)
        #expect(map.tables.first?.url?.absoluteString == "https://x.example.com/FeatureServer/1")
        #expect(map.basemap?.baseLayers.map(\.id) == ["b"] && map.basemap?.referenceLayers.map(\.id) == ["r"])
        #expect(map.version == "2.31" && map.bookmarks == [["name": "Home"]] && map.spatialReference == .webMercator)
        #expect(map.initialExtent == Envelope(xMin: 0, yMin: 1, xMax: 2, yMax: 3, spatialReference: .webMercator))
    }

    @Test func `what is set is written, and nothing else is touched`() throws {
        typealias Change = (path: [String], change: (inout WebMap) -> Void)
        let changes: [Change] = [
            (["operationalLayers", "0", "visibility"], { $0.operationalLayers[0].isVisible = true }),
            (["operationalLayers", "0", "opacity"], { $0.operationalLayers[0].opacity = 0.25 }),
            (["operationalLayers", "0", "title"], { $0.operationalLayers[0].title = "T" }),
            (["operationalLayers", "0", "itemId"], { $0.operationalLayers[0].itemID = nil }),
            (["operationalLayers", "0", "url"], { $0.operationalLayers[0].url = URL(string: "https://y.example.com") }),
            (["operationalLayers", "0", "layerDefinition", "minScale"], { $0.operationalLayers[0].minScale = 5 }),
            (["operationalLayers", "0", "layerDefinition", "maxScale"], { $0.operationalLayers[0].maxScale = 5 }),
            (
                ["operationalLayers", "0", "layerDefinition", "definitionExpression"],
                { $0.operationalLayers[0].definitionExpression = "A = 1" }
            ),
            (["operationalLayers", "1", "layers", "0", "visibility"], { $0.operationalLayers[1].layers[0].isVisible = false }),
            (["operationalLayers", "4", "maxScale"], { $0.operationalLayers[4].maxScale = 26 }),
            (["tables", "0", "title"], { $0.tables[0].title = "T" }),
            (["baseMap", "title"], { $0.basemap?.title = "T" }),
            (["baseMap", "baseMapLayers", "1", "isReference"], { $0.basemap?.layers[1].isReference = false }),
            (["spatialReference"], { $0.spatialReference = .wgs84 }),
            (["initialState", "viewpoint", "targetGeometry"], { $0.initialExtent = nil }),
        ]
        let before = try Self.map()
        for (path, change) in changes {
            var after = before
            change(&after)
            let places = path.last == "spatialReference" ? ["latestWkid", "wkid"].map { path + [$0] } : [path]
            #expect(Self.differences(before.json, after.json) == places.map { $0.joined(separator: ".") })
            var again = after
            change(&again)
            #expect(again == after)
        }
    }

    /// Where two documents differ, as paths.
    private static func differences(_ one: JSONValue, _ other: JSONValue, _ path: [String] = []) -> [String] {
        switch (one, other) {
        case (.object(let one), .object(let other)):
            return Set(one.keys).union(other.keys).sorted().flatMap { name -> [String] in
                guard let left = one[name], let right = other[name] else { return [(path + [name]).joined(separator: ".")] }
                return differences(left, right, path + [name])
            }
        case (.array(let one), .array(let other)) where one.count == other.count:
            return zip(one, other).enumerated().flatMap { differences($1.0, $1.1, path + ["\($0)"]) }
        default: return one == other ? [] : [path.joined(separator: ".")]
        }
    }

    @Test func `setting what is there already changes no byte`() throws {
        var map = try Self.map()
        let before = map.json.text()
        map.operationalLayers = map.operationalLayers
        map.tables = map.tables
        map.basemap = map.basemap
        map.initialExtent = map.initialExtent
        map.spatialReference = map.spatialReference
        for index in map.operationalLayers.indices {
            var layer = map.operationalLayers[index]
            (layer.id, layer.title, layer.isVisible, layer.opacity) = (layer.id, layer.title, layer.isVisible, layer.opacity)
            (layer.minScale, layer.maxScale, layer.url) = (layer.minScale, layer.maxScale, layer.url)
            (layer.styleURL, layer.itemID, layer.layers) = (layer.styleURL, layer.itemID, layer.layers)
            (layer.layerType, layer.definitionExpression) = (layer.layerType, layer.definitionExpression)
            map.operationalLayers[index] = layer
        }
        let sample = try JSONValue(parsing: Self.sample).text()
        #expect(map.json.text() == before && before == sample)
    }

    @Test func `a new map is one, and reads back`() throws {
        var map = WebMap(spatialReference: .wgs84)
        map.operationalLayers.append(MapLayer(.feature, id: "a", title: "A", url: URL(string: "https://x.example.com/0")))
        map.basemap = Basemap(
            title: "B", layers: [MapLayer(.vectorTiled, title: "V", url: URL(string: "https://x.example.com/V"))])
        map.initialExtent = Envelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4, spatialReference: .wgs84)
        let again = try WebMap(json: JSONValue(parsing: map.json.data()))
        #expect(again == map && again.basemap?.layers.first?.styleURL != nil && again.initialExtent == map.initialExtent)
        #expect(try JSONValue(encoding: map).decode(WebMap.self) == map)
    }

    /// Everything that can be read and set, so that something would trap.
    private static func touch(_ map: inout WebMap) {
        _ = (map.initialExtent, map.spatialReference, map.version, map.bookmarks, map.allOperationalLayers.count)
        for layer in map.operationalLayers + map.tables + (map.basemap?.layers ?? []) {
            var layer = layer
            _ = (layer.id, layer.layerType, layer.title, layer.url, layer.styleURL, layer.itemID, layer.definitionExpression)
            #expect((0...1).contains(layer.opacity) && layer.minScale.map { $0.isFinite && $0 > 0 } ?? true)
            (layer.opacity, layer.isVisible, layer.minScale, layer.definitionExpression) = (.nan, false, 1e300, "x")
            layer.layers.append(layer)
        }
    }

    @Test func `whatever is changed in a map by chance, it comes back as it was, or is refused`() throws {
        let tree = JSONTree(try JSONValue(parsing: Self.sample))
        var read = 0
        for seed in 1...3000 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            var changed = tree
            for _ in 0..<Int.random(in: 1...4, using: &random) { changed = changed.mutated(using: &random) }
            guard let json = try? JSONValue(parsing: changed.text), var map = try? WebMap(json: json) else { continue }
            read += 1
            let again = try JSONValue(encoding: map)
            #expect(map.json == json && again == json, "seed \(seed)")
            Self.touch(&map)
            #expect(map.json == json, "reading seed \(seed) changes it")
        }
        #expect(read > 1500)
    }

    @Test func `groups as deep as can be are read`() throws {
        var text = #"{"id":"last"}"#
        for depth in 0..<160 { text = "{\"id\":\"\(depth)\",\"layerType\":\"GroupLayer\",\"layers\":[\(text)]}" }
        let map = try WebMap(json: JSONValue(parsing: "{\"operationalLayers\":[\(text)]}"))
        #expect(map.allOperationalLayers.count == 161 && map.allOperationalLayers.last?.id == "last")
    }

    @Test(arguments: ["null", "[]", "7", "{}", #"{"source":"3ef","values":{}}"#, #"{"operationalLayers":null}"#])
    func `what is no web map is refused`(text: String) throws {
        #expect(throws: WebMapError.self) { try WebMap(json: try JSONValue(parsing: text)) }
    }

    // MARK: - Maps

    @Test func `relative addresses begin where the map is`() throws {
        let folder = URL(filePath: "/maps/town/", directoryHint: .isDirectory)
        let map = Map(
            webMap: try WebMap(json: ["operationalLayers": [["url": "p13/trees.gpkg"], ["url": "https://x.example.com/"], [:]]]),
            baseURL: folder)
        #expect(
            map.operationalLayers.map { map.url(of: $0)?.absoluteString } == [
                "file:///maps/town/p13/trees.gpkg", "https://x.example.com/", nil,
            ])
        let nowhere = Map(webMap: map.webMap ?? WebMap())
        #expect(nowhere.operationalLayers.map { nowhere.url(of: $0)?.absoluteString } == [nil, "https://x.example.com/", nil])
    }

    @Test func `a map is loaded of its item, and no other kind of item is one`() async throws {
        let stub = StubbedPortal { path, _ in
            switch path {
            case "content/items/map": #"{"id":"map","type":"Web Map","extent":[[7,47],[8,48]]}"#
            case "content/items/map/data": #"{"version":"2","operationalLayers":[{"id":"a"}]}"#
            case "content/items/csv": #"{"id":"csv","type":"CSV"}"#
            case "content/items/empty": #"{"id":"empty","type":"Web Map"}"#
            case "content/items/empty/data": ""
            default: nil
            }
        }
        let map = Map(item: stub.item("map"))
        #expect(map.webMap == nil && map.operationalLayers.isEmpty && map.initialExtent == nil)
        try await map.load()
        #expect(map.operationalLayers.map(\.id) == ["a"] && map.initialExtent?.xMin == 7 && map.basemap == nil)
        let csv = Map(item: stub.item("csv"))
        let wrong = PortalError.wrongType(id: "csv", type: .csv, expected: .webMap)
        await #expect(throws: wrong) { try await csv.load() }
        let empty = Map(item: stub.item("empty"))
        await #expect(throws: PortalError.noData(id: "empty")) { try await empty.load() }
        let here = Map(webMap: WebMap())
        try await here.load()
        #expect(here.loadStatus.isLoaded && here.webMap == WebMap())
    }
}
