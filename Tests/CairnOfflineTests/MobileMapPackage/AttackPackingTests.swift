import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

/// Attacks on packing.
@Suite(.timeLimit(.minutes(2)))
struct AttackPackingTests {
    @Test func `packing an archive onto itself loses nothing`() async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        let before = try Data(contentsOf: town.archive)
        try? await MobileMapPackage.pack(town.archive, to: town.archive)
        #expect(try Data(contentsOf: town.archive).count >= before.count)
        try await MobileMapPackage(fileURL: town.archive).load()
    }

    @Test func `packing an archive does not succeed with nothing in it`() async throws {
        let town = try await PackagedTown()
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        let other = town.place.appending(path: "other.mmpk")
        do { try await MobileMapPackage.pack(town.archive, to: other) } catch { return }
        try await MobileMapPackage(fileURL: other).load()
    }

    @Test func `what is packed into the folder of a package is not packed with it next time`() async throws {
        let town = try await PackagedTown()
        let inside = town.folder.appending(path: "town.mmpk")
        try await MobileMapPackage.pack(town.folder, to: inside)
        try await MobileMapPackage.pack(town.folder, to: town.archive)
        #expect(try ZipArchive(fileURL: town.archive).entries["town.mmpk"] == nil)
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
