#if !CAIRN_APP_CONTAINER
    import Cairn
    import CairnCore
    import CairnLocalServer
    import Foundation
    import Testing

    @testable import CairnCommand

    /// What Portal.md and Offline.md tell, from end to end.
    @Suite(.timeLimit(.minutes(5)))
    struct OfflineMapJourneyTests {
        @Test func `a map that a user of a portal has changed is taken offline, packed, opened, edited and synced`() async throws
        {
            let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-docs-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let trees = try await Geodatabase.create(at: folder.appending(path: "served.gpkg"))
            var definition = FeatureTableDefinition(
                "Trees", fields: [Field("NAME")], geometryType: .point, spatialReference: .wgs84)
            definition.fields.append(Field("GLOBALID", type: FieldType(rawValue: "esriFieldTypeGlobalID")))
            definition.globalIDField = "GLOBALID"
            let table = try await trees.createTable(definition)
            _ = try await table.applyEdits(
                FeatureEdits(
                    adds: (1...9).map { number in
                        Feature(
                            attributes: ["NAME": .string("tree \(number)")],
                            geometry: .point(MapPoint(latitude: 44.05, longitude: -123.1 + Double(number) / 10_000)))
                    }))
            var item = PublishedItem(id: "treemap", type: .webMap, title: "Trees of the town")
            item.owner = "ann"
            item.content = .json([
                "operationalLayers": [
                    [
                        "id": "trees", "title": "Trees", "layerType": "ArcGISFeatureLayer",
                        "url": "{server}/arcgis/rest/services/Trees/FeatureServer/0",
                    ]
                ], "version": "2.0",
            ])
            let server = LocalServer(
                features: ["Trees": PublishedFeatures(trees, isEditable: true, isSyncEnabled: true)],
                portal: PublishedPortal([item]), users: ["ann": "a long password"])
            let url = try await server.start()
            // As Portal.md says: any address of it that people have.
            let credentials = CredentialStore()
            let portal = Portal(url: url.appending(path: "home/index.html"), credential: credentials)
            try await portal.signIn(username: "ann", password: "a long password")
            let found = try await portal.findItems(using: .items(ofType: .webMap, searchText: "trees")).results
            #expect(found.map(\.id) == ["treemap"])
            let content = try await portal.userContent(of: "ann")
            #expect(content.items.map(\.id) == ["treemap"])
            let mapItem = PortalItem(portal: portal, id: "treemap")
            var webMap = try await mapItem.webMap()
            for index in webMap.operationalLayers.indices where webMap.operationalLayers[index].layerType == .feature {
                webMap.operationalLayers[index].definitionExpression = "NAME <> 'tree 9'"
            }
            try await mapItem.updateData(webMap.json)
            let map = Map(item: PortalItem(portal: portal, id: "treemap"))
            try await map.load()
            #expect(map.operationalLayers.first.flatMap { map.url(of: $0) } != nil)

            let task = OfflineMapTask(portalItem: PortalItem(portal: portal, id: "treemap"))
            let area = Geometry.envelope(Envelope(xMin: -123.2, yMin: 44, xMax: -123, yMax: 44.1, spatialReference: .wgs84))
            let parameters = try await task.makeDefaultGenerateOfflineMapParameters(
                areaOfInterest: area, minScale: 100_000, maxScale: 5_000)
            let capabilities = try await task.makeOfflineMapCapabilities(parameters: parameters)
            #expect(!capabilities.hasErrors)
            let place = folder.appending(path: "offline")
            let job = try task.makeGenerateOfflineMapJob(parameters: parameters, downloadDirectory: place)
            let result = try await job.run()
            #expect(result.layerErrors.isEmpty, "\(result.layerErrors)")
            let names = Set(try FileManager.default.contentsOfDirectory(atPath: place.path))
            #expect(names.isSuperset(of: ["package.json", "map.json", "data"]))
            let archive = folder.appending(path: "offline.mmpk")
            try await MobileMapPackage.pack(place, to: archive)
            let package = MobileMapPackage(fileURL: archive)
            try await package.load()
            let layer = try #require(package.maps.first?.operationalLayers.first)
            let own = try #require(try await package.featureTable(of: layer))
            #expect(try await own.queryFeatureCount(using: QueryParameters()) == 8)
            _ = try await own.applyEdits(
                FeatureEdits(adds: [
                    Feature(attributes: ["NAME": "elm"], geometry: .point(MapPoint(latitude: 44.05, longitude: -123.1)))
                ]))
            try await package.close()
            #expect(FileManager.default.fileExists(atPath: archive.path + ".files/data"))
            let sync = OfflineMapSyncTask(packageURL: place, credential: credentials)
            let updates = try await sync.checkForUpdates()
            #expect("\(updates.downloadAvailability)".contains("indeterminate"), "\(updates)")
            let syncing = try await sync.makeSyncOfflineMapJob(parameters: sync.makeDefaultOfflineMapSyncParameters())
            let synced = try await syncing.run()
            #expect(!synced.isMobileMapPackageReopenRequired)
            await server.stop()
        }
    }
#endif
