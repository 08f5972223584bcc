import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

struct PartialFolderTests {
    /// An empty folder of this machine on which something is mounted.
    private static let mountPoint = ["/dev/mqueue", "/sys/fs/pstore", "/sys/kernel/tracing", "/run/lock", "/dev/shm"].first {
        path in
        DurableFile.isMountPoint(atPath: path) && (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == true
    }

    @Test(.enabled(if: mountPoint != nil, "nothing empty is mounted here"))
    func `what a file system is mounted on is no place for a folder`() throws {
        let place = try #require(Self.mountPoint)
        let folder = PartialFolder(url: URL(filePath: place), job: UUID(), sign: "sign")
        let error = #expect(throws: SystemError.self) { try folder.expectRoom() }
        #expect(error?.path == place && error?.description.contains("busy") == true)
    }

    private let place = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    private let job = UUID()
    private var folder: PartialFolder { folder(place.appending(path: "a/b/map")) }

    private func folder(_ url: URL, of job: UUID? = nil) -> PartialFolder {
        PartialFolder(url: url, job: job ?? self.job, sign: "map.json")
    }

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
        try put("map.json", in: folder.partial)
        try put("mine", in: folder.url)
        #expect(throws: PartialOutputTrouble.self) { try folder.putInPlace() }
        #expect(throws: PartialOutputTrouble.self) { try folder.expectRoom() }
        try FileManager.default.removeItem(at: folder.url.appending(path: "mine"))
        try folder.putInPlace()
        #expect(folder.isInPlace())
        try folder.handOver()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["map.json", "tiles"])
        // It has been done before, and without the mark that has to be known.
        try folder.putInPlace(trusted: true)
        try folder.handOver()
        #expect(throws: PartialOutputTrouble.self) { try folder.putInPlace() }
        #expect(!folder.isInPlace() && folder.isInPlace(trusted: true) && !folder.isThere)
        withExtendedLifetime(held) {}
    }

    @Test(arguments: ["file", "link"]) func `what is no folder is not replaced`(by what: String) throws {
        let url = place.appending(path: "map")
        if what == "file" {
            try put("map", in: place)
        } else {
            try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: "/nowhere/at/all")
        }
        let error = #expect(throws: PartialOutputTrouble.self) { try folder(url).begin() }
        guard case .exists(url.path)? = error else { throw try #require(error) }
        #expect(!FileManager.default.fileExists(atPath: url.path + ".partial"))
    }

    @Test(arguments: ["folder", "file", "link"])
    func `what no job has begun is neither gone on with, nor removed, nor put in place`(what: String) async throws {
        let folder = self.folder(place.appending(path: "map"))
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

    @Test func `a folder that is renamed while another job begins is not told as what that has not begun`() async throws {
        let (folder, isOver) = (folder(place.appending(path: "map")), Level(false))
        let moved = place.appending(path: "moved").path
        async let moving: Void = Task.detached {
            while !isOver.value {
                mkdir(folder.partial.path, 0o777)
                if rename(folder.partial.path, moved) == 0 { try? FileManager.default.removeItem(atPath: moved) }
            }
        }.value
        for _ in 0..<1500 {
            do { _ = try folder.begin() } catch PartialOutputTrouble.taken(let path) {
                Issue.record("\(path) is told as taken.")
                break
            } catch {}
        }
        isOver.send(true)
        await moving
    }

    @Test(arguments: [false, true])
    func `what a job has left that died while it began is its own`(isMarked: Bool) async throws {
        try FileManager.default.createDirectory(at: folder.partial, withIntermediateDirectories: true)
        if isMarked { try put(folder.mark, in: folder.partial) }
        #expect(try folder.hold() != nil)
        await folder.discard()
        #expect(!DurableFile.isThere(atPath: folder.partial.path))
    }

    @Test func `what another job has begun is neither gone on with, nor removed, nor put in place`() async throws {
        _ = try folder.begin()
        try put("map.json", in: folder.partial)
        let other = folder(folder.url, of: UUID())
        #expect(throws: PartialOutputTrouble.self) { try other.begin() }
        #expect(throws: PartialOutputTrouble.self) { try other.hold() }
        #expect(throws: PartialOutputTrouble.self) { try other.putInPlace() }
        await other.discard { Issue.record("What another has begun is discarded.") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.partial.path).sorted() == [folder.mark, "map.json"])
        #expect(!DurableFile.isThere(atPath: folder.url.path))
    }

    @Test(arguments: [false, true])
    func `what is neither here nor there is told as gone if it is known to have had its name, else as moved away`(
        isKnown: Bool
    ) throws {
        let held = try folder.begin()
        try put("map.json", in: folder.partial)
        if isKnown { try folder.putInPlace() }
        try FileManager.default.removeItem(at: isKnown ? folder.url : folder.partial)
        let error = #expect(throws: PartialOutputTrouble.self) { try folder.putInPlace(trusted: isKnown) }
        let words = "\(folder.url.path) was complete and is not there any more."
        #expect(error?.description.hasPrefix(isKnown ? words : "\(folder.partial.path) was moved away") == true)
        withExtendedLifetime(held) {}
    }

    @Test func `what another object of the job has handed over is told as being there already`() throws {
        let held = try folder.begin()
        try put("map.json", in: folder.partial)
        let other = folder
        try other.putInPlace()
        try other.handOver()
        let error = #expect(throws: PartialOutputTrouble.self) { try folder.putInPlace() }
        #expect(
            error?.description
                == "\(folder.url.path) is there already. Name a folder that is not, or an empty one, or remove it first.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["map.json"])
        withExtendedLifetime(held) {}
    }

    @Test func `the mark of who died when he had put it in place is removed`() throws {
        let held = try folder.begin()
        try put("map.json", in: folder.partial)
        #expect(rename(folder.partial.path, folder.url.path) == 0)
        try folder.putInPlace()
        try folder.handOver()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["map.json"])
        withExtendedLifetime(held) {}
    }

    @Test func `what has its name stays when its job is given up, and is handed over`() async throws {
        _ = try folder.begin()
        try put("map.json", in: folder.partial)
        try folder.putInPlace()
        await folder(folder.url, of: UUID()).discard { Issue.record("What another has made is discarded.") }
        #expect(folder.isInPlace())
        await folder.discard { Issue.record("What has its name is discarded.") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["map.json"])
    }

    @Test func `what has its name keeps its mark as long as somebody makes it`() async throws {
        let held = try folder.begin()
        try put("map.json", in: folder.partial)
        try folder.putInPlace()
        await folder.discard { Issue.record("What has its name is discarded.") }
        #expect(folder.isInPlace())
        try folder.putInPlace()
        withExtendedLifetime(held) {}
    }

    @Test(arguments: [false, true]) func `what has its name goes with what it belongs to, unless it was handed over`(
        isHandedOver: Bool
    ) throws {
        _ = try folder.begin()
        try put("map.json", in: folder.partial)
        try folder.putInPlace()
        folder(folder.url, of: UUID()).discardInPlace()
        #expect(folder.isInPlace())
        if isHandedOver { try folder.handOver() }
        folder.discardInPlace()
        #expect(DurableFile.isThere(atPath: folder.url.path) == isHandedOver)
    }

    @Test func `a user's folder that holds the sign is nobody's`() async throws {
        try FileManager.default.createDirectory(at: folder.partial, withIntermediateDirectories: true)
        try put("map.json", in: folder.partial)
        #expect(throws: PartialOutputTrouble.self) { try folder.hold() }
        #expect(throws: PartialOutputTrouble.self) { try folder.putInPlace() }
        await folder.discard { Issue.record("What no job has begun is discarded.") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.partial.path) == ["map.json"])
    }

    @Test func `what had its name, and was tidied up in part, is begun anew`() throws {
        _ = try folder.begin()
        try put("map.json", in: folder.partial)
        try folder.putInPlace()
        try FileManager.default.removeItem(at: folder.url.appending(path: "map.json"))
        try put("tiles", in: folder.url)
        #expect(throws: PartialOutputTrouble.self) { try folder(folder.url, of: UUID()).begin() }
        let held = try folder.begin()
        #expect(!DurableFile.isThere(atPath: folder.url.path))
        withExtendedLifetime(held) {}
    }

    @Test func `what lacks its sign is not put in place`() throws {
        let held = try folder.begin()
        try put("tiles", in: folder.partial)
        #expect(throws: PartialOutputTrouble.self) { try folder.putInPlace() }
        #expect(!DurableFile.isThere(atPath: folder.url.path) && DurableFile.isThere(atPath: folder.partial.path))
        withExtendedLifetime(held) {}
    }

    @Test func `a link to an empty folder is refused before anything is begun`() throws {
        try FileManager.default.createDirectory(at: place.appending(path: "real"), withIntermediateDirectories: true)
        let url = place.appending(path: "map")
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: place.appending(path: "real"))
        let error = #expect(throws: PartialOutputTrouble.self) { try folder(url).begin() }
        guard case .exists(url.path)? = error else { throw try #require(error) }
        #expect(!DurableFile.isThere(atPath: url.path + ".partial"))
    }

    @Test func `an address that is none of a file is refused, and told without what is secret in it`() throws {
        let url = try #require(URL(string: "https://example.com/map?token=secret"))
        let error = try #require(throws: SystemError.self) { try folder(url).begin() }
        #expect(error.description == "Could not write to https://example.com/map: it is no address of a file.")
        #expect(throws: error) { try DurableFile.expectRoom(for: url) }
    }

    @Test func `a folder that cannot be made is named`() throws {
        let error = #expect(throws: SystemError.self) {
            try folder(URL(filePath: "/proc/a/map")).begin()
        }
        #expect(error?.path == "/proc/a")
        try put("file", in: place)
        let within = folder(place.appending(path: "file/map"))
        #expect(throws: SystemError.self) { try within.begin() }
    }
}
