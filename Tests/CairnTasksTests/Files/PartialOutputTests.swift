import CairnCore
import Foundation
import Testing

@testable import CairnTasks

/// Whose file stands where an output grows.
struct PartialOutputTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

    private func output(_ name: String = "out") throws -> PartialOutput {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return PartialOutput(output: folder.appending(path: name), head: "head")
    }

    @Test(arguments: ["", "he", "head", "head and more"]) func `what begins as an output does is a job's`(text: String) throws {
        let output = try output()
        try Data(text.utf8).write(to: output.url)
        #expect(!output.isTaken)
    }

    @Test func `where nothing is, or can be, nothing is taken`() throws {
        #expect(try !output().isTaken)
        #expect(try !output(String(repeating: "x", count: 300)).isTaken)
        try Data().write(to: folder.appending(path: "file"))
        #expect(try !output("file/out").isTaken)
    }

    @Test(arguments: [false, true])
    func `what stands beside the place has its name if its job is at work, and is another's if that has ended`(isAtWork: Bool)
        throws
    {
        let output = try output()
        try Data("head, new".utf8).write(to: output.url)
        try Data("head, old".utf8).write(to: output.output)
        try output.complete(length: 9, isAtWork: isAtWork)
        #expect(try String(contentsOf: output.output, encoding: .utf8) == (isAtWork ? "head, new" : "head, old"))
        #expect(FileManager.default.fileExists(atPath: output.url.path) != isAtWork)
    }

    @Test func `one that was taken away, and begun by another, does not get the name`() throws {
        let output = try output()
        try Data("head, mine".utf8).write(to: output.url)
        try Data("head, old".utf8).write(to: output.output)
        let held = try #require(try output.hold(length: 10))
        try FileManager.default.removeItem(at: output.url)
        try Data("he".utf8).write(to: output.url)
        let trouble = #expect(throws: PartialOutputTrouble.self) { try output.putInPlace(held) }
        #expect(trouble?.description.contains("Put it back") == true)
        #expect(try String(contentsOf: output.output, encoding: .utf8) == "head, old")
    }

    @Test func `what cannot be seen is not gone`() throws {
        let output = try output()
        #expect(try !output.isThere(length: 4))
        // It cannot be opened.
        #expect(mknod(output.output.path, S_IFSOCK | 0o600, 0) == 0)
        #expect(throws: SystemError.self) { try output.isThere(length: 4) }
    }

    @Test(arguments: ["other", "folder", "link", "pipe", "socket"])
    func `whatever else is there is somebody's`(kind: String) throws {
        let output = try output()
        let path = output.url.path
        switch kind {
        case "folder": try FileManager.default.createDirectory(at: output.url, withIntermediateDirectories: true)
        case "link": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        // It cannot even be opened, as what one may not read.
        case "socket": #expect(mknod(path, S_IFSOCK | 0o600, 0) == 0)
        default: try Data("else".utf8).write(to: output.url)
        }
        #expect(output.isTaken)
        if kind == "socket" {
            #expect(throws: SystemError.self) { try output.expectOwn() }
        } else {
            #expect(throws: PartialOutputTrouble.self) { try output.expectOwn() }
        }
    }
}
