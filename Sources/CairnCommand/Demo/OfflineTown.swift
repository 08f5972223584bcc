import Cairn
import CairnCore
import CairnLocalServer
import CairnTasks
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// The town's web map, taken offline with all that it shows, and opened again where no server is.
struct OfflineTown {
    /// The id of the map in the portal.
    private static let mapID = "cairnford"
    /// The name of the folder that the map is taken into.
    static let name = "offline-map"

    let town: DemoTown
    /// Where the map goes; one of an earlier run is replaced.
    let folder: URL
    let tell: @Sendable (String) -> Void

    /// A portal with the map: the town's tiles, and over them what was found.
    static var portal: PublishedPortal {
        var item = PublishedItem(id: mapID, type: .webMap, title: DemoTown.city)
        item.snippet = "A town that does not exist, and where its letters go."
        let services = "{server}/arcgis/rest/services/\(DemoTown.city)"
        item.content = .json([
            "baseMap": [
                "title": .string(DemoTown.city),
                "baseMapLayers": [
                    [
                        "id": "ground", "title": "Ground", "layerType": "ArcGISTiledMapServiceLayer",
                        "url": .string("\(services)/MapServer"),
                    ]
                ],
            ],
            "operationalLayers": [
                [
                    "id": "results", "title": "Results", "layerType": "ArcGISFeatureLayer",
                    "url": .string("\(services)/FeatureServer/0"),
                ]
            ],
            "spatialReference": ["wkid": 102100, "latestWkid": 3857], "version": "2.0",
        ])
        return PublishedPortal([item])
    }

    /// Removes what earlier runs have left: the map, and one that was interrupted while it grew. Its services have gone with their server.
    private func removeLeftovers(of store: (any JobStore)?) async throws {
        try? FileManager.default.removeItem(at: folder)
        let partial = URL(filePath: folder.path + ".partial")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: partial.path)) ?? []
        // Of a demonstration in this folder that was killed: of no other job, and of none that runs, which has it locked.
        guard let id = names.lazy.compactMap(PartialFolder.job(markedBy:)).first, try await store?.load(id) != nil,
            let held = try? FileDescriptor(partial.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW), (try? held.lock()) == true
        else { return }
        try? FileManager.default.removeItem(at: partial)
        withExtendedLifetime(held) {}
    }

    /// Takes the map offline.
    ///
    /// - Parameter server: The address of the server with the portal.
    func take(from server: URL, configuration: JobConfiguration) async throws {
        try await removeLeftovers(of: configuration.store)
        let portal = Portal(url: server.appending(path: "sharing/rest"))
        let task = OfflineMapTask(portalItem: PortalItem(portal: portal, id: Self.mapID))
        guard let extent = TownLayers(town: town).extent else { return }
        let scales = TownPicture(town: town).scales
        let parameters = try await task.makeDefaultGenerateOfflineMapParameters(
            areaOfInterest: .envelope(extent), minScale: scales.min, maxScale: scales.max)
        let job = try task.makeGenerateOfflineMapJob(
            parameters: parameters, downloadDirectory: folder, configuration: configuration)
        let result = try await job.run()
        if let missing = (result.layerErrors + result.tableErrors).first { throw missing }
        tell("The map was taken offline → \(folder.lastPathComponent)")
    }

    /// Opens the map.
    ///
    /// - Returns: Its tiles, as the page shows them.
    func open() async throws -> [TownPicture.Tile] {
        let package = MobileMapPackage(fileURL: folder)
        try await package.load()
        guard let map = package.maps.first, let ground = map.basemap?.layers.first,
            let cache = try package.tileCache(of: ground)
        else { throw MobileMapPackageError.damaged(path: folder.path, reason: "it has no tiles") }
        try await cache.load()
        let tiles = try await TownPicture(town: town).tiles(of: cache)
        var counts: [String] = []
        for layer in map.operationalLayers {
            let count = try await package.featureTable(of: layer)?.queryFeatureCount(using: QueryParameters()) ?? 0
            counts.append("\(layer.title): \(count) features")
        }
        // Who is closed has nothing to tell any more.
        let levels = cache.info?.levels.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "none"
        try await package.close()
        tell("Opened without the server: \(counts.joined(separator: ", ")); tiles of levels \(levels)")
        return tiles
    }
}
