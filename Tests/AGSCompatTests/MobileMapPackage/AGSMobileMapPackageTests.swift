import AGSCompat
import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation
import Testing

/// As old code has a package of its own.
private class FieldPackage: AGSMobileMapPackage {
    let crew: String

    init(fileURL: URL, crew: String) {
        self.crew = crew
        super.init(fileURL: fileURL)
    }
}

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSMobileMapPackageTests {
    private let town: MapTown
    private let streets: PackagedStreets

    init() async throws {
        town = try await MapTown()
        streets = PackagedStreets(folder: town.offline)
        try await town.takeOffline()
        try streets.addLocator()
    }

    @Test(arguments: [false, true]) func `tiles of a package that was closed are not opened again`(isArchive: Bool) async throws {
        let town = try await MapTown()
        try await town.takeOffline()
        let archive = town.folder.appending(path: "town.mmpk")
        if isArchive { try await MobileMapPackage.pack(town.offline, to: archive) }
        let package = AGSMobileMapPackage(fileURL: isArchive ? archive : town.offline)
        try await done { package.load(completion: $0) }
        let map = try #require(package.maps.first)
        try await done { map.load(completion: $0) }
        package.close()
        for layer in (map.basemap.baseLayers as? [any AGSLoadable] ?? [])
            + (map.basemap.referenceLayers as? [any AGSLoadable] ?? [])
        {
            let cache: (any AGSLoadable)? =
                (layer as? AGSArcGISTiledLayer)?.tileCache ?? (layer as? AGSArcGISVectorTiledLayer)?.vectorTileCache
            let tiles = try #require(cache)
            await #expect { try await done { tiles.load(completion: $0) } } throws: {
                ($0 as NSError).localizedDescription.contains("has been closed")
            }
        }
    }

    @Test func `tiles of a package that was closed are refused`() async throws {
        let package = AGSMobileMapPackage(fileURL: town.offline)
        try await done { package.load(completion: $0) }
        let map = try #require(package.maps.first)
        try await done { map.load(completion: $0) }
        let ground = try #require(map.basemap.baseLayers.firstObject as? AGSArcGISTiledLayer)
        try await done { ground.load(completion: $0) }
        let tiles = try #require(ground.tileCache?.cache)
        let key = TileKey(level: 10, row: 511, column: 511)
        _ = try await tiles.tile(at: key)
        package.close()
        await #expect(throws: TileCacheError.closed(path: tiles.fileURL.path)) { try await tiles.tile(at: key) }
    }

    private var archive: URL { town.folder.appending(path: "town.mmpk") }

    private func table(_ map: AGSMap) throws -> AGSGeodatabaseFeatureTable {
        try #require(try trees(map).featureTable as? AGSGeodatabaseFeatureTable)
    }

    @Test(arguments: [false, true]) func `a package has its maps, its locator and what it says of itself`(isArchive: Bool)
        async throws
    {
        if isArchive { try await MobileMapPackage.pack(town.offline, to: archive) }
        let package = AGSMobileMapPackage(fileURL: isArchive ? archive : town.offline)
        #expect(package.maps.isEmpty && package.item == nil && package.locatorTask == nil && package.loadStatus == .notLoaded)
        try await done { package.load(completion: $0) }
        #expect(package.item?.title == "The town" && package.item?.snippet == "Its trees" && package.item?.tags == ["trees"])
        #expect((package.item as? AGSLocalItem)?.originalPortalItemID == "townmap" && package.expiration == nil)
        // What a package says of itself is no map, and none without layers either.
        let none = AGSMap(item: try #require(package.item))
        await #expect { try await done { none.load(completion: $0) } } throws: {
            ($0 as NSError).domain == AGSErrorDomain && $0.localizedDescription.contains("AGSMobileMapPackage.maps")
        }
        #expect(none.loadStatus == .failedToLoad)
        #expect(package.item === package.item && package.fileURL == (isArchive ? archive : town.offline))
        let map = try #require(package.maps.first)
        #expect(package.maps.count == 1 && package.maps.first === map && map.item === package.item)
        #expect(map.operationalLayers.count == 0 && map.loadStatus == .notLoaded)
        try await done { map.load(completion: $0) }
        #expect(try await names(table(map)) == ["ash", "elm", "oak"])
        #expect(try table(map).geodatabase?.geodatabaseFeatureTables.count == 2)
        let ground = try #require(map.basemap.baseLayers.firstObject as? AGSArcGISTiledLayer)
        try await done { ground.load(completion: $0) }
        #expect(ground.tileCache?.loadStatus == .loaded)
        let vectors = try #require(map.basemap.referenceLayers.firstObject as? AGSArcGISVectorTiledLayer)
        try await done { vectors.load(completion: $0) }
        let locator = try #require(package.locatorTask)
        #expect(locator === package.locatorTask)
        let found: [AGSGeocodeResult] = try await answer { locator.geocode(withSearchText: "12 Oak Lane", completion: $0) }
        #expect(found.first?.displayLocation?.x == 0.001)
        package.close()
        await #expect(throws: (any Error).self) { try await names(table(map)) }
    }

    @Test func `edits of a package are in its files`() async throws {
        let package = AGSMobileMapPackage(name: town.offline.path)
        try await done { package.load(completion: $0) }
        try await done { package.maps[0].load(completion: $0) }
        let table = try self.table(package.maps[0])
        let point = AGSPoint(x: 1, y: 2, spatialReference: .webMercator())
        try await done { table.add(table.createFeature(attributes: ["NAME": "fir"], geometry: point), completion: $0) }
        #expect(table.geodatabase?.hasLocalEdits() == true)
        package.close()
        let again = AGSMobileMapPackage(fileURL: town.offline)
        try await done { again.load(completion: $0) }
        try await done { again.maps[0].load(completion: $0) }
        #expect(try await names(self.table(again.maps[0])) == ["ash", "elm", "fir", "oak"])
        again.close()
    }

    @Test func `a package of a class of old code's own is loaded like others`() async throws {
        let package = FieldPackage(fileURL: town.offline, crew: "North")
        let loaded: Bool = await withCheckedContinuation { continuation in
            AGSLoadObjects([package]) { continuation.resume(returning: $0) }
        }
        #expect(loaded && package.maps.count == 1 && package.crew == "North")
    }

    @Test(arguments: [false, true]) func `a package tells when it ends, and may prevent its use then`(prevents: Bool) async throws
    {
        try streets.change { $0.expiration = .init(date: 1000, message: "Ask for a new one.", preventsUse: prevents) }
        let package = AGSMobileMapPackage(fileURL: town.offline)
        guard prevents else {
            try await done { package.load(completion: $0) }
            let expiration = try #require(package.expiration)
            #expect(expiration.isExpired && expiration.message == "Ask for a new one." && expiration.type == .allowExpiredAccess)
            #expect(expiration.dateTime == Date(timeIntervalSince1970: 1))
            return
        }
        await #expect { try await done { package.load(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonNoPermission.rawValue
                && $0.localizedDescription.contains("Ask for a new one.")
        }
        #expect(package.maps.isEmpty && package.loadStatus == .failedToLoad)
    }

    @Test func `an archive is unpacked into a folder that is not there, or is empty`() async throws {
        try await MobileMapPackage.pack(town.offline, to: archive)
        let folder = town.folder.appending(path: "unpacked")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try await done {
            AGSMobileMapPackage.unpack(atFileURL: archive, outputDirectory: folder, completion: $0)
        }
        let package = AGSMobileMapPackage(fileURL: folder)
        try await done { package.load(completion: $0) }
        #expect(package.maps.count == 1)
        await #expect {
            try await done { AGSMobileMapPackage.unpack(atFileURL: archive, outputDirectory: folder, completion: $0) }
        } throws: { ($0 as NSError).code == AGSErrorCode.commonExists.rawValue }
    }

    private func canBeRead(_ file: URL) async throws -> Bool {
        try await withCheckedThrowingContinuation { continuation in
            AGSMobileMapPackage.checkDirectReadSupportForPackage(atFileURL: file) { isSupported, error in
                if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: isSupported) }
            }
        }
    }

    @Test func `packages of Esri's, and what is none, are told apart`() async throws {
        try await MobileMapPackage.pack(town.offline, to: archive)
        #expect(try await canBeRead(archive))
        #expect(try await canBeRead(town.offline))
        let esris = town.folder.appending(path: "esri.mmpk")
        let writer = try ZipWriter(url: esris)
        try writer.add(Data("{}".utf8), named: "esriinfo/iteminfo.xml", deflated: false)
        try writer.finish()
        #expect(try await canBeRead(esris) == false)
        let other = town.folder.appending(path: "other.mmpk")
        try Data("nothing".utf8).write(to: other)
        await #expect(throws: (any Error).self) { try await canBeRead(other) }
        for file in [esris, other] {
            await #expect { try await done { AGSMobileMapPackage(fileURL: file).load(completion: $0) } } throws: {
                ($0 as NSError).code == AGSErrorCode.commonFile.rawValue && ($0 as NSError).domain == AGSErrorDomain
            }
        }
        await #expect { try await done { AGSMobileMapPackage(name: "nowhere").load(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonFileNotFound.rawValue
        }
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"format":"other","version":1}"#, "too long", "cut short"])
    func `what cannot be loaded cannot be read in place, for the same reason`(manifest: String) async throws {
        let file = town.offline.appending(path: MobileMapPackageManifest.fileName)
        switch manifest {
        case "too long":
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: (1 << 26) + 1)
            try handle.close()
        case "cut short": try Data(contentsOf: file).dropLast(2).write(to: file)
        default: try Data(manifest.utf8).write(to: file)
        }
        let read = await #expect(throws: NSError.self) { try await canBeRead(town.offline) }
        let loaded = await #expect(throws: NSError.self) {
            try await done { AGSMobileMapPackage(fileURL: town.offline).load(completion: $0) }
        }
        #expect(read?.domain == loaded?.domain && read?.code == loaded?.code)
        #expect(read?.localizedDescription == loaded?.localizedDescription)
    }

    @Test func `a package that is not there cannot be read in place`() async throws {
        let nowhere = town.folder.appending(path: "nowhere.mmpk")
        await #expect { try await canBeRead(nowhere) } throws: {
            ($0 as NSError).code == AGSErrorCode.commonFileNotFound.rawValue
        }
    }

    @Test func `scenes are refused`() async throws {
        let package = AGSMobileScenePackage(fileURL: archive)
        await #expect { try await done { package.load(completion: $0) } } throws: {
            ($0 as NSError).code == AGSErrorCode.commonNotImplemented.rawValue
        }
        #expect(package.scenes.isEmpty && package.fileURL == archive && AGSMobileScenePackage(name: "x").scenes.isEmpty)
        await #expect(throws: (any Error).self) {
            try await done {
                AGSMobileScenePackage.unpack(atFileURL: archive, outputDirectory: town.folder, completion: $0)
            }
        }
    }
}
