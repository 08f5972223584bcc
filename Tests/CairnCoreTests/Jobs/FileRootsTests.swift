import CairnTesting
import Foundation
import Testing

@testable import CairnCore

struct FileRootsTests {
    let roots = FileRoots([
        "maps": URL(filePath: "/srv/my maps"), "cache": URL(filePath: "/srv/my maps/cache"), "all": URL(filePath: "/srv"),
    ])
    let moved = FileRoots([
        "maps": URL(filePath: "/mnt/märkte"), "cache": URL(filePath: "/tmp/c"), "all": URL(filePath: "/data"),
    ])

    @Test(arguments: [
        ("/srv/my maps/a.tpkx", "cairn-path://maps/a.tpkx", "/mnt/märkte/a.tpkx"),
        ("file:///srv/my%20maps/b%20c.tpkx", "cairn-file://maps/b%20c.tpkx", "file:///mnt/m%C3%A4rkte/b%20c.tpkx"),
        ("/srv/my maps/cache/x", "cairn-path://cache/x", "/tmp/c/x"),
        ("/srv/other/x", "cairn-path://all/other/x", "/data/other/x"),
        ("/srv/my maps/", "cairn-path://maps/", "/mnt/märkte/"),
        ("/srv/my mapsx/a", "cairn-path://all/my mapsx/a", "/data/my mapsx/a"),
        ("/srvx/a", "/srvx/a", "/srvx/a"), ("/srv", "cairn-path://all", "/data"),
        ("file:///srv/my%20maps", "cairn-file://maps", "file:///mnt/m%C3%A4rkte"),
        ("/srv/../etc/x", "/srv/../etc/x", "/srv/../etc/x"),
        ("file:///srv/%2e%2E/etc/x", "file:///srv/%2e%2E/etc/x", "file:///srv/%2e%2E/etc/x"),
        ("12 Main St", "12 Main St", "12 Main St"), ("", "", ""),
        ("cairn-path://maps/a", "cairn-text:cairn-path://maps/a", "cairn-path://maps/a"),
        ("cairn-text:x", "cairn-text:cairn-text:x", "cairn-text:x"),
        ("https://host/srv/my maps/a", "https://host/srv/my maps/a", "https://host/srv/my maps/a"),
    ])
    func `a file is written by its place below the innermost root, and found where that is by then`(
        text: String, written: String, found: String
    ) throws {
        #expect(roots.relative(text) == written)
        #expect(try roots.absolute(written) == text)
        #expect(try moved.absolute(written) == found)
    }

    @Test func `whatever a work holds comes back as it was`() throws {
        var random = SeededGenerator(seed: 3)
        let pieces = [
            "/srv", "/my maps", "/cache", "file://", "cairn-path://", "cairn-file://maps", "cairn-text:", "/", "x", "%20", "é",
            "e\u{301}",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
            let back = try roots.absolute(roots.relative(text))
            #expect(Array(back.utf8) == Array(text.utf8), "\(text)")
        }
    }

    @Test(arguments: ["cairn-path://elsewhere/a", "cairn-file://elsewhere/a", "cairn-path://map", "cairn-path://"])
    func `a root that is not known is told`(text: String) {
        #expect { try roots.absolute(text) } throws: { "\($0)".contains(text) && "\($0)".contains("roots of the store") }
    }

    @Test func `names and folders may be spelled in any way`() throws {
        let folders = ["a/b": "/x/ä", "\u{301}": "/x/a\u{308}", "": "/y", "100 %": "/z z", "store": "/"]
        let roots = FileRoots(folders.mapValues { URL(filePath: $0) })
        for folder in folders.values.sorted() {
            for file in [
                "\(folder)/f", "\(folder)/\u{301}/f", "\(folder)/a\u{308}/f", URL(filePath: "\(folder)/f f").absoluteString,
            ] {
                #expect(Array(try roots.absolute(roots.relative(file)).utf8) == Array(file.utf8), "\(file)")
            }
        }
        let moved = FileRoots(["": URL(filePath: "/")])
        #expect(try moved.absolute(FileRoots(["": URL(filePath: "/y")]).relative("file:///y/x")) == "file:///x")
    }

    private struct Filing: JobWork {
        static let kind = "test.filing"
        var table: URL
        var tables: [URL]
        var note: String
        typealias Checkpoint = [String: URL]
        var partialFiles: [URL] { [table.appendingPathExtension("partial")] }

        @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
            try await context.save(["last": table])
            return 1
        }
    }

    @Test func `a job whose directory is moved has its files where they are then`() async throws {
        let directory = try TemporaryDirectory()
        let (old, new) = (directory.url.appending(path: "old"), directory.url.appending(path: "new"))
        let file = old.appending(path: "jobs/my table.csv")
        let work = Filing(table: file, tables: [file, URL(filePath: "/elsewhere/a.csv")], note: "in \(file.path)")
        let store = try FileJobStore(directory: old.appending(path: "jobs"), roots: FileRoots([:]))
        let job = try Job(work, configuration: JobConfiguration(store: store))
        _ = try await job.run()
        #expect(
            try String(contentsOf: old.appending(path: "jobs/\(job.id).json"), encoding: .utf8).contains(
                "cairn-file://store/my%20table.csv"))
        try FileManager.default.moveItem(at: old, to: new)
        let record = try #require(await FileJobStore(directory: new.appending(path: "jobs"), roots: FileRoots([:])).load(job.id))
        let place = new.appending(path: "jobs/my table.csv")
        let found = try record.work.decode(Filing.self)
        #expect(found.table.path == place.path && found.tables.map(\.path) == [place.path, "/elsewhere/a.csv"])
        // What merely speaks of it is no file.
        #expect(found.note == "in \(file.path)")
        #expect(try record.checkpoint?.decode([String: URL].self)["last"]?.path == place.path)
    }
}
