import CairnCore
import CairnGeo
import Foundation
import Testing

struct TemporaryFolderTests {
    private let place = FileManager.default.temporaryDirectory.appending(path: "cairn-places-\(UUID())")

    init() throws { try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true) }

    private var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? [] }

    @Test func `it goes with whoever keeps it, and not before`() throws {
        var first: TemporaryFolder? = try TemporaryFolder(in: place)
        let second = try TemporaryFolder(in: place)
        #expect(names.count == 2 && first?.url != second.url)
        first = nil
        #expect(names == [second.url.lastPathComponent])
        try FileManager.default.removeItem(at: place)
    }

    @Test func `what a process has left that was killed goes with the next one, and what is of others stays`() throws {
        let left = place.appending(path: "cairn-folder-\(UUID())")
        try FileManager.default.createDirectory(at: left.appending(path: "deep"), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: place.appending(path: "cairn-folder-file"))
        try FileManager.default.createDirectory(at: place.appending(path: "other"), withIntermediateDirectories: true)
        let folder = try TemporaryFolder(in: place)
        #expect(Set(names) == ["cairn-folder-file", "other", folder.url.lastPathComponent])
        try FileManager.default.removeItem(at: place)
    }

    @Test func `many at once find each other's in use`() async throws {
        let place = place
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<50 {
                        let folder = try? TemporaryFolder(in: place)
                        #expect(folder.map { FileManager.default.fileExists(atPath: $0.url.path) } == true)
                    }
                }
            }
        }
        #expect(names.isEmpty)
        try FileManager.default.removeItem(at: place)
    }

    @Test func `what the system says of a folder that cannot be made is told`() throws {
        try Data().write(to: place.appending(path: "file"))
        let error = #expect(throws: SystemError.self) { _ = try TemporaryFolder(in: place.appending(path: "file")) }
        #expect(error?.code == EEXIST)
        try FileManager.default.removeItem(at: place)
    }
}
