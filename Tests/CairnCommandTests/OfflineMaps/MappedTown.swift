#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnGeo
    import CairnLocalServer
    import CairnTasks
    import Foundation

    @testable import CairnCommand

    /// A server with the demo's town as tiles, trees in it, and a portal whose map shows them.
    struct MappedTown {
        let server: LocalServer
        let url: URL
        private let trees: Geodatabase

        init(_ tool: Tool, items: [PublishedItem] = []) async throws {
            trees = try await Geodatabase.create(at: tool.folder.appending(path: "served.gpkg"))
            var definition = FeatureTableDefinition(
                "Trees", fields: [Field("NAME")], geometryType: .point, spatialReference: .wgs84)
            definition.fields.append(Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")))
            definition.globalIDField = "GLOBALID"
            let table = try await trees.createTable(definition)
            _ = try await table.applyEdits(FeatureEdits(adds: (1...9).map(Self.tree)))
            var item = PublishedItem(id: "townmap", type: .webMap, title: "The town")
            item.content = .json(Self.map)
            server = LocalServer(
                features: ["Trees": PublishedFeatures(trees, isEditable: true, isSyncEnabled: true)],
                portal: PublishedPortal([item] + items), tiles: DemoTown(addresses: 60).tiles)
            url = try await server.start()
        }

        private static func tree(_ number: Int) -> Feature {
            let place = MapPoint(latitude: 44.05, longitude: -123.1 + Double(number) / 10_000)
            return Feature(attributes: ["NAME": .string("tree \(number)")], geometry: .point(place))
        }

        private static var map: JSONValue {
            let services = "{server}/arcgis/rest/services"
            return [
                "baseMap": [
                    "title": "Ground",
                    "baseMapLayers": [
                        [
                            "id": "ground", "title": "Ground", "layerType": "ArcGISTiledMapServiceLayer",
                            "url": .string("\(services)/Cairnford/MapServer"),
                        ],
                        [
                            "id": "streets", "title": "Streets", "layerType": "VectorTileLayer",
                            "styleUrl": .string("\(services)/CairnfordVectors/VectorTileServer/resources/styles/root.json"),
                        ],
                    ],
                ],
                "operationalLayers": [
                    [
                        "id": "trees", "title": "Trees", "layerType": "ArcGISFeatureLayer",
                        "url": .string("\(services)/Trees/FeatureServer/0"),
                    ]
                ], "version": "2.0",
            ]
        }

        func service(_ path: String) -> String { url.appending(path: "arcgis/rest/services/\(path)").absoluteString }

        /// The page of the map in its portal.
        var page: String { url.appending(path: "home/item.html").absoluteString + "?id=townmap" }

        /// What the middle of town needs at few levels.
        static let options = ["--extent", "-123.105,44.045,-123.095,44.055", "--min-scale", "80000", "--max-scale", "30000"]
    }
#endif
