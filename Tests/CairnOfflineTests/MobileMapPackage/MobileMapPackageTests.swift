import CairnCore
import CairnGeo
@testable import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MobileMapPackageTests {
    @Test func `a package is the same in a folder and in an archive`() async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        for url in [town.folder, town.archive] {
            let package = MobileMapPackage(fileURL: url)
            #expect(package.item == nil && package.maps.isEmpty)
            try await package.load()
            #expect(package.item?.title == "Town" && package.item?.tags == ["trees"])
            #expect(try await PackagedTown.trees(package) == ["oak", "ash"])
            #expect(try await PackagedTown.tile(package) == Data("a tile".utf8))
            #expect(package.geodatabases.count == 1 && package.locatorTask == nil && package.expiration == nil)
            try await package.close()
        }
        #expect(town.names(of: town.place).contains("town.mmpk.files/data/trees.gpkg"))
        #expect(!town.names(of: town.place).contains { $0.hasPrefix("town.mmpk.files/tiles") })
    }

    @Test func `addresses are found by the locator of a package, in a folder and in an archive`() async throws {
        let town = try await PackagedTown()
        let table = town.place.appending(path: "addresses.csv")
        try Data("number,street,city,lon,lat\n7,Alder Street,Cairnford,-123.1,44.05\n".utf8).write(to: table)
        _ = try LocatorBuilder(name: "Town").build(
            [LocatorTable(detecting: table)], to: town.folder.appending(path: "town.locator"))
        var manifest = try MobileMapPackageManifest(in: .folder(town.folder))
        manifest.locators = ["town.locator"]
        try manifest.write(to: town.folder)
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        for url in [town.folder, town.archive] {
            let package = MobileMapPackage(fileURL: url)
            try await package.load()
            let locator = try #require(package.locatorTask)
            let found = try await locator.geocode(forSearchText: "7 alder st")
            #expect(found.first?.location?.x == -123.1 && found.first?.score == 100, "\(url.path): \(found)")
            try await package.close()
        }
        manifest.locators = ["missing.locator"]
        try manifest.write(to: town.folder)
        let error = await #expect(throws: MobileMapPackageError.self) {
            try await MobileMapPackage(fileURL: town.folder).load()
        }
        #expect(error?.description.contains("missing.locator is missing") == true)
    }

    @Test func `routes are found on the road network of a package, in a folder and in an archive`() async throws {
        let (town, streets) = (try await PackagedTown(), try StreetGrid(4, 3))
        try FileManager.default.copyItem(at: streets.built.url, to: town.folder.appending(path: "streets.network"))
        var manifest = try MobileMapPackageManifest(in: .folder(town.folder))
        #expect(manifest.networks == nil)
        manifest.networks = ["streets.network"]
        try manifest.write(to: town.folder)
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        for url in [town.folder, town.archive] {
            let package = MobileMapPackage(fileURL: url)
            #expect(package.routeTask == nil)
            try await package.load()
            let task = try #require(package.routeTask)
            var parameters = try await task.makeDefaultParameters()
            parameters.stops = [Stop(point: StreetGrid.point(0, 0)), Stop(point: StreetGrid.point(3, 2))]
            try await package.close()
            #expect(abs(try await task.solveRoute(using: parameters).routes[0].lengthInMeters - 500) < 0.1, "who has it goes on")
        }
        manifest.networks = ["missing.network"]
        try manifest.write(to: town.folder)
        let error = await #expect(throws: MobileMapPackageError.self) { try await MobileMapPackage(fileURL: town.folder).load() }
        #expect(error?.description.contains("missing.network is missing") == true)
    }

    @Test func `edits of an archive stay in its working folder, and come again`() async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        let working = town.place.appending(path: "mine")
        let first = MobileMapPackage(fileURL: town.archive, workingDirectory: working)
        try await first.load()
        try await PackagedTown.add("elm", to: first)
        try await first.close()
        let second = MobileMapPackage(fileURL: town.archive, workingDirectory: working)
        try await second.load()
        #expect(try await PackagedTown.trees(second) == ["oak", "ash", "elm"])
        try await second.close()
        let other = MobileMapPackage(fileURL: town.archive)
        try await other.load()
        #expect(try await PackagedTown.trees(other) == ["oak", "ash"])
        try await other.close()
    }

    @Test func `what another has unpacked and edited meanwhile stays`() async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        let first = MobileMapPackage(fileURL: town.archive)
        try await first.load()
        try await PackagedTown.add("elm", to: first)
        try await first.close()
        // Who had looked before that.
        let (archive, name) = (try ZipArchive(fileURL: town.archive), "data/trees.gpkg")
        try PackageWorkingFolder(url: first.workingDirectory, files: .archive(archive)).unpack(
            archive.entry(named: name), of: archive, to: first.workingDirectory.appending(path: name))
        let second = MobileMapPackage(fileURL: town.archive)
        try await second.load()
        #expect(try await PackagedTown.trees(second) == ["oak", "ash", "elm"])
        try await second.close()
        #expect(!town.names(of: town.place).contains { $0.hasSuffix(".new") })
    }

    @Test func `of many that unpack into one folder one does, and the others are told that it is there`() async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        let (archive, folder) = (town.archive, town.place.appending(path: "out"))
        let errors = await withTaskGroup(of: (any Error)?.self) { group in
            for _ in 0..<6 {
                group.addTask {
                    do { try await MobileMapPackage.unpack(archive, to: folder) } catch { return error }
                    return nil
                }
            }
            return await group.reduce(into: [any Error]()) { errors, error in if let error { errors.append(error) } }
        }
        #expect(errors.count == 5)
        #expect(errors.allSatisfy { $0 as? MobileMapPackageError == .exists(path: folder.path) }, "\(errors)")
        try await MobileMapPackage(fileURL: folder).load()
    }

    @Test func `another package of the same name does not take the edits of the first for its own`() async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        let first = MobileMapPackage(fileURL: town.archive)
        try await first.load()
        try await PackagedTown.add("elm", to: first)
        try await first.close()
        let folder = MobileMapPackage(fileURL: town.folder)
        try await folder.load()
        try await PackagedTown.add("fir", to: folder)
        try await folder.close()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        let error = await #expect(throws: MobileMapPackageError.self) { try await MobileMapPackage(fileURL: town.archive).load() }
        #expect(error == .otherFiles(path: town.archive.path, folder: town.archive.path + ".files"))
        let fresh = MobileMapPackage(fileURL: town.archive, workingDirectory: town.place.appending(path: "fresh"))
        try await fresh.load()
        #expect(try await PackagedTown.trees(fresh) == ["oak", "ash", "fir"])
        try await fresh.close()
    }

    @Test func `an archive is unpacked as a whole, or not at all`() async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        let out = town.place.appending(path: "out")
        try await MobileMapPackage.unpack(town.archive, to: out)
        #expect(town.names(of: out) == town.names(of: town.folder))
        await #expect(throws: MobileMapPackageError.self) { try await MobileMapPackage.unpack(town.archive, to: out) }
        let (archive, cancelled) = (town.archive, town.place.appending(path: "cancelled"))
        let task = Task { @Sendable in
            withUnsafeCurrentTask { $0?.cancel() }
            try await MobileMapPackage.unpack(archive, to: cancelled)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!town.names(of: town.place).contains { $0.hasPrefix("cancelled") })
    }

    @Test func `what is asked of a package that was closed is refused, and of its tiles`() async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        for url in [town.folder, town.archive] {
            let package = MobileMapPackage(fileURL: url)
            try await package.load()
            let layer = try #require(package.maps.first?.basemap?.layers.first)
            let (open, unloaded) = (try package.tileCache(of: layer), try package.tileCache(of: layer))
            let (tiles, later) = (try #require(open), try #require(unloaded))
            try await tiles.load()
            #expect(try await tiles.tile(at: PackagedTown.key) != nil)
            try await package.close()
            let closed = TileCacheError.closed(path: tiles.fileURL.path)
            await #expect(throws: closed) { try await tiles.tile(at: PackagedTown.key) }
            await #expect(throws: closed) { try await later.load() }
            #expect(throws: MobileMapPackageError.closed(path: url.path)) { try package.tileCache(of: layer) }
            #expect(throws: MobileMapPackageError.closed(path: url.path)) { try package.paths() }
            #expect(package.maps.isEmpty && package.item == nil)
        }
    }

    @Test func `a package ends when it says so`() async throws {
        let end = Date(timeIntervalSince1970: 1000)
        for preventsUse in [false, true] {
            let town = try await PackagedTown(
                expiration: .init(date: 1_000_000, message: "Ask for a new one.", preventsUse: preventsUse))
            let before = MobileMapPackage(fileURL: town.folder, workingDirectory: nil) { end.addingTimeInterval(-1) }
            try await before.load()
            #expect(before.expiration?.date == end && !before.isExpired)
            let after = MobileMapPackage(fileURL: town.folder, workingDirectory: nil) { end }
            if preventsUse {
                let error = await #expect(throws: MobileMapPackageError.self) { try await after.load() }
                #expect(error?.description.contains("Ask for a new one.") == true)
            } else {
                try await after.load()
                #expect(after.isExpired && after.expiration?.type == .allowExpiredAccess)
            }
        }
    }

    @Test func `an archive goes into an empty folder, which stays as it is if there is nothing to be unpacked`() async throws {
        let town = try await PackagedTown(expiration: .init(date: 1000, message: "Ask for a new one.", preventsUse: true))
        let (ended, out) = (town.archive, town.place.appending(path: "out"))
        let writer = try ZipWriter(url: ended)
        try writer.add(Data(contentsOf: town.folder.appending(path: "package.json")), named: "package.json")
        try writer.finish()
        try FileManager.default.createDirectory(at: out, withIntermediateDirectories: true)
        await #expect(throws: MobileMapPackageError.expired(path: ended.path, message: "Ask for a new one.")) {
            try await MobileMapPackage.unpack(ended, to: out)
        }
        #expect(town.names(of: out).isEmpty && FileManager.default.fileExists(atPath: out.path))
        let usable = try await PackagedTown()
        try await MobileMapPackage.pack(usable.folder, to: usable.archive)
        try await MobileMapPackage.unpack(usable.archive, to: out)
        try await MobileMapPackage(fileURL: out).load()
        await #expect(throws: MobileMapPackageError.exists(path: out.path)) {
            try await MobileMapPackage.unpack(usable.archive, to: out)
        }
    }

    @Test func `what is no package is named for what it is`() async throws {
        let town = try await PackagedTown()
        func error(_ url: URL) async -> MobileMapPackageError? {
            await #expect(throws: MobileMapPackageError.self) { try await MobileMapPackage(fileURL: url).load() }
        }
        #expect(await error(town.place.appending(path: "nothing")) == .notFound(path: town.place.appending(path: "nothing").path))
        let text = town.place.appending(path: "text.mmpk")
        try Data("text".utf8).write(to: text)
        #expect(await error(text) == .notAPackage(path: text.path))
        let esris = town.place.appending(path: "esri.mmpk")
        let writer = try ZipWriter(url: esris)
        try writer.add(Data("x".utf8), named: "p13/map.geodatabase")
        try writer.finish()
        #expect(await error(esris) == .esriPackage(path: esris.path))
        try FileManager.default.removeItem(at: town.folder.appending(path: "map.json"))
        if case .damaged? = await error(town.folder) {} else { Issue.record("a missing map") }
        try Data("{}".utf8).write(to: town.folder.appending(path: "package.json"))
        if case .damaged? = await error(town.folder) {} else { Issue.record("an empty manifest") }
        #expect(throws: MobileMapPackageError.self) {
            try MobileMapPackage(fileURL: town.folder).tileCache(of: MapLayer(.tiled, title: "x"))
        }
    }

    /// Paths of a manifest and of a map that lead elsewhere find nothing there.
    @Test(arguments: [
        "../secret.gpkg", "/etc/passwd", "data/../../secret.gpkg", "https://example.com/x.gpkg", "data//trees.gpkg",
        "../\u{301}secret.gpkg",
    ])
    func `no path leads out of a package`(path: String) async throws {
        let town = try await PackagedTown()
        for name in ["secret.gpkg", "\u{301}secret.gpkg"] {
            try FileManager.default.copyItem(
                at: town.folder.appending(path: "data/trees.gpkg"), to: town.place.appending(path: name))
        }
        let package = MobileMapPackage(fileURL: town.folder)
        try await package.load()
        var layer = package.maps[0].operationalLayers[0]
        layer.url = URL(string: path)
        #expect(try await package.featureTable(of: layer) == nil)
        layer.layerType = .tiled
        #expect(try package.tileCache(of: layer) == nil)
        #expect(try package.data(at: path) == nil)
        try await package.close()
    }

    @Test func `however it is damaged, an archive is refused, or is a package`() async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        let whole = try [UInt8](Data(contentsOf: town.archive))
        var random = SeededGenerator(seed: 4)
        let before = town.names(of: town.place)
        for number in 0..<rounds(60, long: 5000) {
            var bytes = whole
            for _ in 0..<3 {
                bytes[.random(in: max(0, bytes.count - 3000)..<bytes.count, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            let file = town.place.appending(path: "damaged.mmpk")
            try Data(bytes).write(to: file)
            let working = town.place.appending(path: "working")
            let package = MobileMapPackage(fileURL: file, workingDirectory: working)
            do {
                try await package.load()
                _ = try? await PackagedTown.tile(package)
                try? await package.close()
            } catch is MobileMapPackageError {} catch is ZipError {} catch is SystemError {}
            try? FileManager.default.removeItem(at: working)
            try FileManager.default.removeItem(at: file)
            #expect(town.names(of: town.place) == before, "\(number)")
        }
    }
}
