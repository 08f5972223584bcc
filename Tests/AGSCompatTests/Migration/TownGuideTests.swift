import AGSCompat
import Cairn
import CairnTesting
import Foundation
import Testing

/// One program, before, while and after it moves over: all do the same.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct TownGuideTests {
    private let town: MapTown

    init() async throws { town = try await MapTown() }

    private func office() throws { try PackagedStreets(folder: town.offline).addLocator() }

    @Test func `the program as it was takes a map offline, finds an address and asks a layer`() async throws {
        let guide = LegacyTownGuide()
        try await done { guide.takeOffline(town.item(), area: MapTown.area, to: town.offline, completion: $0) }
        try office()
        let title: String = try await answer { guide.open(town.offline, completion: $0) }
        let place: AGSPoint = try await answer { guide.find("12 oak lane", completion: $0) }
        let names: [String] = try await answer { guide.names(of: "Trees", where: "NAME <> 'elm'", completion: $0) }
        #expect(title == "Guide" && place.x == 0.001 && names == ["ash", "oak"])
    }

    @Test func `the program as it was can be stopped`() async throws {
        town.gate.close()
        let guide = LegacyTownGuide()
        async let ended: Void = done { guide.takeOffline(town.item(), area: MapTown.area, to: town.offline, completion: $0) }
        await town.gate.waiting(for: 1)
        guide.cancel()
        town.gate.open()
        do {
            try await ended
            Issue.record("It was not stopped.")
        } catch { #expect((error as NSError).code == NSUserCancelledError) }
    }

    @Test func `the program half-way takes a map offline, finds an address and asks a layer`() async throws {
        let guide = HalfwayTownGuide()
        try await HalfwayTownGuide.takeOffline(town.item().item, area: MapTown.extent, to: town.offline)
        try office()
        let title: String = try await answer { guide.open(MobileMapPackage(fileURL: town.offline), completion: $0) }
        let locator = try #require(guide.locator)
        let place = try await locator.geocode(forSearchText: "12 oak lane").first?.location
        let table = try #require(guide.table(of: "Trees"))
        let count = try await table.queryFeatureCount(using: QueryParameters(whereClause: "NAME <> 'elm'"))
        #expect(title == "Guide" && place?.x == 0.001 && count == 2)
    }

    @Test func `the program migrated takes a map offline, finds an address and asks a layer`() async throws {
        let guide = TownGuide()
        try await guide.takeOffline(town.item().item, area: MapTown.extent, to: town.offline)
        try office()
        let title = try await guide.open(town.offline)
        let place = try await guide.find("12 oak lane")
        let names = try await guide.names(of: "Trees", where: "NAME <> 'elm'")
        #expect(title == "Guide" && place?.x == 0.001 && names == ["ash", "oak"])
        try await guide.close()
    }

    @Test func `no old name is left in the program migrated`() throws {
        let text = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "TownGuide.swift"), encoding: .utf8)
        #expect(!text.contains("AGS") && text.contains("import Cairn"))
    }
}
