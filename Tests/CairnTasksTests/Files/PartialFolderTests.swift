import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

struct PartialFolderTests {
    private let place = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    private var folder: PartialFolder { PartialFolder(url: place.appending(path: "a/b/map"), sign: "map.json") }

    init() throws { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }

    private func put(_ name: String, in folder: URL) throws { try Data("x".utf8).write(to: folder.appending(path: name)) }

    @Test func `a folder is one job's as long as that makes it`() async throws {
        let held = try folder.begin()
        try put("tiles", in: folder.partial)
        #expect(throws: PartialOutputTrouble.self) { try folder.begin() }
        #expect(throws: PartialOutputTrouble.self) { try folder.hold() }
        await folder.discard { Issue.record("What another makes is discarded.") }
        #expect(FileManager.default.fileExists(atPath: folder.partial.appending(path: "tiles").path))
        withExtendedLifetime(held) {}
    }

    @Test func `what nobody makes any more is gone on with, or discarded`() async throws {
        _ = try folder.begin()
        try put("tiles", in: folder.partial)
        _ = try folder.begin()
        #expect(FileManager.default.fileExists(atPath: folder.partial.appending(path: "tiles").path))
        await folder.discard()
        #expect(!FileManager.default.fileExists(atPath: folder.partial.path))
        #expect(try folder.hold() == nil)
        await folder.discard { Issue.record("Nothing is discarded.") }
    }

    @Test func `an empty folder is replaced, and one in which something is refused`() throws {
        try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
        let held = try folder.begin()
        try put("tiles", in: folder.partial)
        try put("mine", in: folder.url)
        #expect(throws: SystemError.self) { try folder.putInPlace() }
        #expect(throws: SystemError.self) { try folder.expectRoom() }
        try FileManager.default.removeItem(at: folder.url.appending(path: "mine"))
        try folder.putInPlace()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["tiles"])
        // It has been done before.
        try folder.putInPlace()
        withExtendedLifetime(held) {}
    }

    @Test(arguments: ["file", "link"]) func `what is no folder is not replaced`(by what: String) throws {
        let url = place.appending(path: "map")
        if what == "file" {
            try put("map", in: place)
        } else {
            try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "/nowhere/at/all")
        }
        let error = #expect(throws: SystemError.self) { try PartialFolder(url: url, sign: "map.json").begin() }
        #expect(error?.code == EEXIST && error?.path == url.path)
        #expect(!FileManager.default.fileExists(atPath: url.path + ".partial"))
    }

    @Test(arguments: ["folder", "file", "link"])
    func `what no job has begun is neither gone on with, nor removed, nor put in place`(what: String) async throws {
        let folder = PartialFolder(url: place.appending(path: "map"), sign: "map.json")
        switch what {
        case "folder":
            try FileManager.default.createDirectory(at: folder.partial, withIntermediateDirectories: true)
            try put("photo", in: folder.partial)
        case "file": try put("map.partial", in: place)
        default: try FileManager.default.createSymbolicLink(at: folder.partial, withDestinationURL: place)
        }
        let error = #expect(throws: (any Error).self) { try folder.begin() }
        #expect(error.map { "\($0)" }?.contains(folder.partial.path) == true)
        await folder.discard { Issue.record("What no job has begun is discarded.") }
        #expect(DurableFile.isThere(atPath: folder.partial.path))
        if what == "folder" { #expect(try FileManager.default.contentsOfDirectory(atPath: folder.partial.path) == ["photo"]) }
    }

    @Test(arguments: ["", ".unfinished.12.3.tmp", "map.json"])
    func `what a job has left that died while it began, or ended, is its own`(name: String) async throws {
        try FileManager.default.createDirectory(at: folder.partial, withIntermediateDirectories: true)
        if !name.isEmpty { try put(name, in: folder.partial) }
        #expect(try folder.hold() != nil)
        await folder.discard()
        #expect(!DurableFile.isThere(atPath: folder.partial.path))
    }

    @Test func `an address that is none of a file is refused, and told without what is secret in it`() throws {
        let url = try #require(URL(string: "https://example.com/map?token=secret"))
        let error = try #require(throws: SystemError.self) { try PartialFolder(url: url, sign: "map.json").begin() }
        #expect(error.description == "Could not write to https://example.com/map: it is no address of a file.")
        #expect(throws: error) { try DurableFile.expectRoom(for: url) }
    }

    @Test func `a folder that cannot be made is named`() throws {
        let error = #expect(throws: SystemError.self) {
            try PartialFolder(url: URL(filePath: "/proc/a/map"), sign: "map.json").begin()
        }
        #expect(error?.path == "/proc/a")
        try put("file", in: place)
        let within = PartialFolder(url: place.appending(path: "file/map"), sign: "map.json")
        #expect(throws: SystemError.self) { try within.begin() }
    }
}
