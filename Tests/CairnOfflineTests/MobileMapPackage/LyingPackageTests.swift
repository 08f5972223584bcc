import CairnCore
@testable import CairnGeo
@testable import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Packages that lead elsewhere, or become more than they should.
@Suite(.timeLimit(.minutes(3)))
struct LyingPackageTests {
    private func manifest(_ town: PackagedTown, _ change: (inout [String: JSONValue]) -> Void) throws {
        let file = town.folder.appending(path: "package.json")
        var members = try JSONValue(parsing: Data(contentsOf: file)).object ?? [:]
        change(&members)
        try JSONValue.object(members).data().write(to: file)
    }

    private func refusal(_ town: PackagedTown) async -> MobileMapPackageError? {
        await #expect(throws: MobileMapPackageError.self) { try await MobileMapPackage(fileURL: town.folder).load() }
    }

    @Test func `a package with a link in it is not packed`() async throws {
        let town = try await PackagedTown()
        let secret = town.place.appending(path: "secret.txt")
        try Data("secret".utf8).write(to: secret)
        try FileManager.default.createSymbolicLink(at: town.folder.appending(path: "notes.txt"), withDestinationURL: secret)
        let error = await #expect(throws: ZipError.self) { try await MobileMapPackage.pack(town.folder, to: town.archive) }
        #expect(error == .link(path: town.folder.path, name: "notes.txt"))
        #expect(!FileManager.default.fileExists(atPath: town.archive.path))
    }

    @Test(arguments: ["data", "data/trees.gpkg", "map.json", "package.json"])
    func `a package of which a part is a link to elsewhere is not opened`(place: String) async throws {
        let (town, other) = (try await PackagedTown(), try await PackagedTown())
        let own = town.folder.appending(path: place)
        try FileManager.default.removeItem(at: own)
        try FileManager.default.createSymbolicLink(at: own, withDestinationURL: other.folder.appending(path: place))
        let error = await #expect(throws: ZipError.self) { try await MobileMapPackage(fileURL: town.folder).load() }
        #expect(error == .link(path: town.folder.path, name: place))
    }

    @Test func `a link to a package is the package`() async throws {
        let town = try await PackagedTown()
        let link = town.place.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: town.folder)
        let package = MobileMapPackage(fileURL: link)
        try await package.load()
        #expect(try await PackagedTown.trees(package) == ["oak", "ash"])
        try await package.close()
    }

    @Test(arguments: ["maps", "locators", "networks"]) func `a manifest lists no more than a hundred, and none twice`(
        name: String
    )
        async throws
    {
        let town = try await PackagedTown()
        try manifest(town) { $0[name] = .array((0..<101).map { .string("\($0)") }) }
        #expect(await refusal(town)?.description.contains("lists 101 \(name)") == true)
        try manifest(town) { $0[name] = ["map.json", "map.json"] }
        #expect(await refusal(town)?.description.contains("lists one of its \(name) twice") == true)
    }

    @Test func `maps that are too large together are refused`() async throws {
        let town = try await PackagedTown()
        let spaces = Data(repeating: 0x20, count: 34 << 20)
        for name in ["a.json", "b.json"] {
            try (spaces + Data(#"{"operationalLayers":[]}"#.utf8)).write(to: town.folder.appending(path: name))
        }
        try manifest(town) { $0["maps"] = ["a.json", "b.json"] }
        let error = await #expect(throws: ZipError.self) { try await MobileMapPackage(fileURL: town.folder).load() }
        #expect(error?.description.contains("b.json") == true)
    }

    @Test func `an archive whose geodatabases are a bomb in parts is not unpacked when it is loaded`() async throws {
        let town = try await PackagedTown()
        let writer = try ZipWriter(url: town.archive)
        for name in ["package.json", "map.json"] {
            try writer.add(Data(contentsOf: town.folder.appending(path: name)), named: name, deflated: true)
        }
        for number in 0..<2 { try writer.add(Data(count: 40 << 20), named: "data/\(number).gpkg", deflated: true) }
        try writer.finish()
        let package = MobileMapPackage(fileURL: town.archive)
        let error = await #expect(throws: ZipError.self) { try await package.load() }
        if case .bombInParts? = error {} else { Issue.record("\(String(describing: error))") }
        #expect(!FileManager.default.fileExists(atPath: package.workingDirectory.path))
    }

    @Test(arguments: [Double.greatestFiniteMagnitude, -0x1p63, 0x1p62])
    func `a date that nobody lives to see is a date, or damage`(date: Double) async throws {
        let town = try await PackagedTown()
        try manifest(town) { $0["expiration"] = ["date": .number(date), "message": "m", "preventsUse": false] }
        let package = MobileMapPackage(fileURL: town.folder)
        do { try await package.load() } catch is MobileMapPackageError { return }
        #expect(package.isExpired == (date < 0))
    }

    @Test func `a map, and a manifest, of a million levels are damage`() async throws {
        let town = try await PackagedTown()
        let deep = String(repeating: "[", count: 1_000_000)
        for (file, start) in [("map.json", #"{"operationalLayers":"#), ("package.json", #"{"format":"#)] {
            try Data((start + deep).utf8).write(to: town.folder.appending(path: file))
            if case .damaged? = await refusal(town) {} else { Issue.record("\(file)") }
        }
    }
}
