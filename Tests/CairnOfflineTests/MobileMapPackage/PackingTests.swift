import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

/// Packages that are packed, and opened by many at once.
@Suite(.timeLimit(.minutes(4)))
struct PackingTests {
    @Test(arguments: ["town.mmpk", "other.mmpk"])
    func `an archive is packed already, and stays what it is`(name: String) async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        let (before, names) = (try Data(contentsOf: town.archive), town.names(of: town.place))
        await #expect(throws: MobileMapPackageError.packed(path: town.archive.path)) {
            try await MobileMapPackage.pack(town.archive, to: town.place.appending(path: name))
        }
        #expect(try Data(contentsOf: town.archive) == before)
        #expect(town.names(of: town.place) == names)
    }

    @Test(arguments: ["town/town.mmpk", "town/data/town.mmpk", "town", "link/town.mmpk", "town/../town/tiles/../town.mmpk"])
    func `nothing is packed into the folder that is packed`(path: String) async throws {
        let town = try await PackagedTown()
        let link = town.place.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: town.folder.appending(path: "data"))
        let (file, names) = (town.place.appending(path: path), town.names(of: town.place))
        await #expect(throws: MobileMapPackageError.within(path: file.path, folder: town.folder.path)) {
            try await MobileMapPackage.pack(town.folder, to: file)
        }
        #expect(town.names(of: town.place) == names)
    }

    @Test func `a folder is unpacked already, and what is not there is told to be that`() async throws {
        let town = try await PackagedTown()
        let (nothing, out) = (town.place.appending(path: "nothing"), town.place.appending(path: "out"))
        await #expect(throws: MobileMapPackageError.unpacked(path: town.folder.path)) {
            try await MobileMapPackage.unpack(town.folder, to: out)
        }
        let missing = MobileMapPackageError.notFound(path: nothing.path)
        await #expect(throws: missing) { try await MobileMapPackage.unpack(nothing, to: out) }
        await #expect(throws: missing) { try await MobileMapPackage.pack(nothing, to: out) }
    }

    @Test(arguments: [0, 900]) func `an archive that is cut off is told to be that`(count: Int) async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        try Data(contentsOf: town.archive).prefix(count).write(to: town.archive)
        let error = ZipError.damaged(path: town.archive.path, reason: count == 0 ? "it is empty" : "it is cut off")
        await #expect(throws: error) { try await MobileMapPackage(fileURL: town.archive).load() }
        await #expect(throws: error) {
            try await MobileMapPackage.unpack(town.archive, to: town.place.appending(path: "out"))
        }
        await #expect(throws: error) { try await TileCache(fileURL: town.archive).load() }
    }

    @Test func `an edit is packed, though somebody reads the geodatabase meanwhile`() async throws {
        let town = try await PackagedTown()
        let editing = MobileMapPackage(fileURL: town.folder)
        try await editing.load()
        try await PackagedTown.add("elm", to: editing)
        // It stays open, and a reader holds its place.
        let reading = MobileMapPackage(fileURL: town.folder)
        try await reading.load()
        let layer = try #require(reading.maps.first?.operationalLayers.first)
        let table = try #require(try await reading.featureTable(of: layer))
        var features = try await table.queryFeatures(using: QueryParameters()).makeAsyncIterator()
        _ = try await features.next()
        try await PackagedTown.add("yew", to: editing)
        do { try await MobileMapPackage.pack(town.folder, to: town.archive) } catch { return }
        let packed = MobileMapPackage(fileURL: town.archive)
        try await packed.load()
        #expect(try await PackagedTown.trees(packed) == ["oak", "ash", "elm", "yew"])
        withExtendedLifetime(features) {}
    }

    @Test(arguments: [(true, false), (false, true)])
    func `many that open a package for the first time at once all have it`(isArchive: Bool, isWriting: Bool) async throws {
        for _ in 0..<(isWriting ? 3 : 15) {
            let town = try await PackagedTown()
            try await MobileMapPackage.pack(town.folder, to: town.archive)
            let archive = isArchive ? town.archive : town.folder
            let troubles = await withTaskGroup(of: String?.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        do {
                            let package = MobileMapPackage(fileURL: archive)
                            try await package.load()
                            if isWriting { try await PackagedTown.add("new \(number)", to: package) }
                            let trees = try await PackagedTown.trees(package)
                            try await package.close()
                            return trees.isSuperset(of: ["oak", "ash"] + (isWriting ? ["new \(number)"] : [])) ? nil : "\(trees)"
                        } catch {
                            return "\(error)"
                        }
                    }
                }
                return await group.reduce(into: [String]()) { all, one in if let one { all.append(one) } }
            }
            #expect(troubles.isEmpty, "\(troubles)")
            let last = MobileMapPackage(fileURL: archive)
            try await last.load()
            #expect(try await PackagedTown.trees(last).count == (isWriting ? 10 : 2))
            try await last.close()
            let left = town.names(of: town.place).filter { $0.hasSuffix(".new") || $0.contains(".tmp") }
            #expect(left.isEmpty, "\(left)")
        }
    }
}
