import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct DurableFileTests {
    @Test func `of what cannot be opened nobody knows whether somebody has it, so that it stays`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        #expect(mknod(file.path, S_IFSOCK | 0o600, 0) == 0)
        #expect(throws: SystemError.self) { try DurableFile.removeUnused(atPath: file.path) }
        #expect(FileManager.default.fileExists(atPath: file.path))
        try DurableFile.remove(atPath: file.path)
        try DurableFile.removeUnused(atPath: file.path)
    }

    @Test func `a lock ends with its descriptor, though a process that is being started has a copy`() throws {
        try directory.write("locked", "")
        var holder: FileDescriptor? = try FileDescriptor(directory.file("locked").path, O_RDWR)
        #expect(try holder?.lock() == true)
        let copy = dup(try #require(holder).raw)
        defer { close(copy) }
        let next = try FileDescriptor(directory.file("locked").path, O_RDWR)
        #expect(try !next.lock())
        holder = nil
        #expect(try next.lock())
    }

    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    @Test func `a file that cannot be put in its place stays where it was`() throws {
        try directory.write("partial", "much work")
        let mend = try directory.file("result").block()
        #expect(throws: SystemError.self) {
            try DurableFile.rename(directory.file("partial").path, to: directory.file("result"))
        }
        #expect(try directory.text("partial") == "much work")
        try mend()
        try DurableFile.rename(directory.file("partial").path, to: directory.file("result"))
        #expect(try directory.url.names == ["result"])
    }

    @Test func `a replacement that fails leaves nothing beside`() throws {
        _ = try directory.file("result").block()
        #expect(throws: SystemError.self) { try DurableFile.replace(directory.file("result"), with: Data("new".utf8)) }
        #expect(try directory.url.names == ["result"])
    }

    @Test func `many replace one file at once, and it is always one of theirs`() async throws {
        let file = directory.file("shared")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for letter in ["a", "b", "c", "d"] {
                group.addTask {
                    let text = String(repeating: letter, count: 10_000)
                    for _ in 0..<50 {
                        try DurableFile.replace(file, with: Data(text.utf8))
                        let seen = try #require(try DurableFile.contents(of: file))
                        #expect(seen.count == 10_000 && Set(seen).count == 1)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try directory.url.names == ["shared"])
    }

    @Test func `what a dead writer left is swept, what a living one writes is not`() throws {
        try directory.write("left.json.4711.3.tmp", "ha")
        for other in ["note.tmp", "4711.3.tmp.json", "a.b.c.tmp", "plain.json"] { try directory.write(other, "kept") }
        let mine = try TemporarySibling(of: directory.file("mine.json").path)
        try DurableFile.removeLeftovers(in: directory.url)
        let name = URL(filePath: mine.file.path).lastPathComponent
        #expect(try directory.url.names == ["note.tmp", "4711.3.tmp.json", "a.b.c.tmp", "plain.json", name])
    }

    @Test func `who removes a file removes what replacing it has left, and nothing of others`() throws {
        try directory.write("a.json", "it")
        for left in ["a.json.4711.3.tmp", "a.json.1.22.tmp"] { try directory.write(left, "ha") }
        let others = ["a.json.b.4711.3.tmp", "b.json.4711.3.tmp", "a.json.tmp", "a.json.4711.tmp", "xa.json.4711.3.tmp"]
        for other in others { try directory.write(other, "kept") }
        let mine = try TemporarySibling(of: directory.file("a.json").path)
        try DurableFile.removeUnused(atPath: directory.file("a.json").path)
        #expect(try Set(directory.url.names) == Set(others + [URL(filePath: mine.file.path).lastPathComponent]))
        try DurableFile.removeUnused(atPath: directory.file("b.json").path)
        #expect(try !directory.url.names.contains("b.json.4711.3.tmp"))
    }

    @Test func `what goes with a file that nobody can open stays, and both are told`() throws {
        let file = directory.file("base").path
        #expect(mknod(file, S_IFSOCK | 0o600, 0) == 0)
        try directory.write("base-wal", "rows")
        #expect(
            Set(DurableFile.removeUnused(atPaths: [file, file + "-wal", file + "-shm"])) == [file, file + "-wal", file + "-shm"])
        #expect(try Set(directory.url.names) == ["base", "base-wal"])
    }

    @Test func `what cannot be looked at is not said to be gone`() throws {
        #expect(try !DurableFile.isSeen(atPath: directory.file("none").path))
        try directory.write("file", "")
        #expect(try !DurableFile.isSeen(atPath: directory.file("file/none").path))
        #expect(try DurableFile.isSeen(atPath: directory.file("file").path))
        symlink("loop", directory.file("loop").path)
        #expect(throws: SystemError.self) { try DurableFile.isSeen(atPath: directory.file("loop").path) }
    }

    @Test func `a leftover of a process that had our number is not written into`() throws {
        let number = { (path: String) in Int(path.split(separator: ".").dropLast().last ?? "") ?? 0 }
        let first = try TemporarySibling(of: directory.file("x").path)
        // Others count too while this test runs: so a stretch of numbers is taken.
        for next in 1...1000 { try directory.write("x.\(getpid()).\(number(first.file.path) + next).tmp", "theirs") }
        let second = try TemporarySibling(of: directory.file("x").path)
        #expect(try second.file.size() == 0 && number(second.file.path) > number(first.file.path))
    }

    @Test func `bytes are written where they belong, and a file that is missing has no contents`() throws {
        let file = try FileDescriptor(directory.file("bytes").path, O_RDWR | O_CREAT)
        try file.write(Data("hello world".utf8))
        try file.write(Data("there".utf8), at: 6)
        #expect(try file.contents() == Data("hello there".utf8))
        #expect(try DurableFile.contents(of: directory.file("missing")) == nil)
        #expect(throws: SystemError.self) { try DurableFile.contents(of: directory.url) }
        #expect(try DurableFile.remove(atPath: directory.file("missing").path) == false)
    }

    @Test(arguments: ["/dev/zero", "/dev", "pipe", "nowhere"]) func `what is no regular file has no contents, and is named`(
        target: String
    ) throws {
        mkfifo(directory.file("pipe").path, 0o644)
        let link = directory.file("link")
        symlink(target.hasPrefix("/") ? target : directory.file(target).path, link.path)
        #expect {
            try DurableFile.contents(of: link)
        } throws: {
            ($0 as? SystemError)?.path == link.path
        }
    }

    @Test func `a link to a regular file has its contents`() throws {
        try directory.write("file", "text")
        symlink("file", directory.file("link").path)
        #expect(try DurableFile.contents(of: directory.file("link")) == Data("text".utf8))
    }

    @Test func `a file gets a name that nothing has, and none that something has`() throws {
        for name in ["new", "old"] { try directory.write(name, name) }
        #expect(try !DurableFile.name(directory.file("new").path, directory.file("old")))
        #expect(try directory.text("new") == "new" && directory.text("old") == "old")
        #expect(try DurableFile.name(directory.file("new").path, directory.file("other")))
        #expect(try directory.url.names == ["old", "other"] && directory.text("other") == "new")
    }

    @Test func `a copy is whole, for the same people, and takes nobody's place`() throws {
        try directory.write("long", String(repeating: "x", count: 3 << 20) + "end")
        let (file, copy) = (directory.file("long"), directory.file("copy"))
        #expect(chmod(file.path, 0o600) == 0)
        try DurableFile.copy(file.path, to: copy.path)
        #expect(try Data(contentsOf: copy) == Data(contentsOf: file))
        #expect(try FileDescriptor(copy.path, O_RDONLY).privacy().mode == 0o600)
        #expect(throws: SystemError.self) { try DurableFile.copy(file.path, to: copy.path) }
        #expect(throws: SystemError.self) { try DurableFile.copy(directory.file("none").path, to: directory.file("new").path) }
    }
}
