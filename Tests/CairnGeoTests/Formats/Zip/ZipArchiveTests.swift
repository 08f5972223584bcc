import CairnCore
@testable import CairnGeo
import CairnTesting
import Foundation
import Testing

struct ZipArchiveTests {
    private let folder: ZipFolder

    init() throws { folder = try ZipFolder() }

    /// Files as chance has them: empty ones, small ones, and one that is larger than what is read at once.
    private static func files(_ seed: UInt64) -> [(name: String, data: Data)] {
        var random = SeededGenerator(seed: seed)
        let sizes = [0, 1, 31, 1000, 70_000, 700_000]
        return sizes.enumerated().map { index, size in
            let isDull = Bool.random(using: &random)
            let bytes = (0..<size).map {
                isDull ? UInt8(truncatingIfNeeded: $0 / 300) : UInt8.random(in: 0...255, using: &random)
            }
            return ("\(["a", "b/c", "Zürich/東京"][index % 3])/\(index).bin", Data(bytes))
        }
    }

    private func write(_ files: [(name: String, data: Data)], deflated: Bool, to name: String) throws -> ZipArchive {
        let writer = try ZipWriter(url: folder[name])
        for file in files { try writer.add(file.data, named: file.name, deflated: deflated) }
        try writer.finish()
        return try ZipArchive(fileURL: folder[name])
    }

    @Test(arguments: [false, true], 0..<4 as Range<UInt64>)
    func `what is written is read, here and by Python`(deflated: Bool, seed: UInt64) throws {
        let files = Self.files(seed)
        let archive = try write(files, deflated: deflated, to: "own.zip")
        #expect(Set(archive.entries.keys) == Set(files.map(\.name)))
        for file in files {
            let entry = try archive.entry(named: file.name)
            #expect(try archive.contents(of: entry) == file.data)
            let stored = try archive.stored(entry)
            #expect((stored == nil) == deflated)
            if let stored { #expect(try stored.data(count: stored.count, at: 0) == file.data) }
        }
        let said = try folder.python(
            "z = zipfile.ZipFile('own.zip')\nprint(z.testzip(), *[f'{i.filename}={i.file_size}' for i in z.infolist()])")
        if let said { #expect(said == "None " + files.map { "\($0.name)=\($0.data.count)" }.joined(separator: " ")) }
    }

    @Test func `equal files make equal archives`() throws {
        _ = try (write(Self.files(3), deflated: true, to: "one.zip"), write(Self.files(3), deflated: true, to: "two.zip"))
        #expect(try Data(contentsOf: folder["one.zip"]) == Data(contentsOf: folder["two.zip"]))
    }

    /// Ways in which Python writes: large numbers in their extra fields, sizes behind the bytes, a comment at the end.
    @Test(arguments: [
        "z = zipfile.ZipFile('p.zip', 'w', zipfile.ZIP_DEFLATED)",
        "z = zipfile.ZipFile('p.zip', 'w', zipfile.ZIP_STORED); z.comment = b'PK\\x05\\x06' * 9",
        "z = zipfile.ZipFile('p.zip', 'w', zipfile.ZIP_DEFLATED); large = True",
        """
        class Pipe(io.RawIOBase):
            def __init__(self): self.file = open('p.zip', 'wb')
            def writable(self): return True
            def write(self, data): return self.file.write(data)
            def close(self): self.file.close()
            def flush(self): self.file.flush()
        pipe = Pipe()
        z = zipfile.ZipFile(pipe, 'w', zipfile.ZIP_DEFLATED)
        """,
    ])
    func `what Python writes is read`(opening: String) throws {
        let script = """
            large = False
            \(opening)
            z.writestr('folder/', b'')
            for number in range(300):
                with z.open(f'folder/{number}', 'w', force_zip64=large) as file:
                    file.write(bytes([number % 256]) * number * 100)
            z.close()
            if 'pipe' in globals(): pipe.close()
            """
        guard try folder.python(script) != nil else { return }
        let archive = try ZipArchive(fileURL: folder["p.zip"])
        #expect(archive.entries.count == 301)
        for number in 0..<300 {
            let data = try archive.contents(of: archive.entry(named: "folder/\(number)"))
            #expect(data == Data(repeating: UInt8(number % 256), count: number * 100))
        }
    }

    @Test func `an archive of more than sixty-five thousand files is written and read`() throws {
        let writer = try ZipWriter(url: folder["many.zip"])
        for number in 0..<70_000 { try writer.add(Data([UInt8(number % 256)]), named: "f\(number)") }
        try writer.finish()
        let archive = try ZipArchive(fileURL: folder["many.zip"])
        #expect(archive.entries.count == 70_000)
        #expect(try archive.contents(of: archive.entry(named: "f69999")) == Data([UInt8(69_999 % 256)]))
        let said = try folder.python("print(len(zipfile.ZipFile('many.zip').infolist()))")
        #expect(said == nil || said == "70000")
    }

    @Test func `an archive that is not finished leaves nothing and replaces nothing`() throws {
        try Data("old".utf8).write(to: folder["a.zip"])
        var writer: ZipWriter? = try ZipWriter(url: folder["a.zip"])
        try writer?.add(Data(count: 3_000_000), named: "x")
        #expect(folder.names.count == 2)
        writer = nil
        #expect(folder.names == ["a.zip"])
        #expect(try Data(contentsOf: folder["a.zip"]) == Data("old".utf8))
    }

    @Test(arguments: [
        "../x", "a/../../x", "/etc/passwd", "a//b", "./a", "C:/x", "..\\x", "a\\..\\..\\x", "a\u{0}b", "a\nb", "",
        String(repeating: "x", count: 300), "../\u{301}x", "a/../\u{301}x", "/\u{301}abs", "a\u{600}/../\u{301}x",
        "..\\\u{301}x",
    ])
    func `an entry that leads elsewhere makes the archive be refused`(name: String) throws {
        let quoted = name.unicodeScalars.map { "\\u{\($0.value)}" }.joined()
        let characters = name.unicodeScalars.map { "chr(\($0.value))" }.joined(separator: "+")
        let script = """
            z = zipfile.ZipFile('bad.zip', 'w')
            z.writestr('good', b'x')
            i = zipfile.ZipInfo('y'); i.filename = \(characters.isEmpty ? "''" : characters)
            z.writestr(i, b'evil')
            z.close()
            """
        guard try folder.python(script) != nil else { return }
        #expect(throws: ZipError.self, "\(quoted)") { try ZipArchive(fileURL: folder["bad.zip"]) }
        let writer = try ZipWriter(url: folder["own.zip"])
        if !name.unicodeScalars.contains("\\") { #expect(throws: ZipError.self) { try writer.add(Data(), named: name) } }
    }

    @Test(arguments: ["../\u{301}x", "a/../\u{301}x", "/\u{301}abs", "a\u{600}/../\u{301}x", "C:\u{301}/x"])
    func `a slash is one, with an accent behind it or before it`(name: String) {
        #expect(ZipEntry.problem(ofName: name) != nil)
        #expect(ZipEntry.problem(ofName: "a/\u{301}x") == nil)
    }

    @Test func `two entries of one name, and entries over each other, are refused`() throws {
        let script = """
            import warnings; warnings.simplefilter('ignore')
            z = zipfile.ZipFile('two.zip', 'w'); z.writestr('x', b'1'); z.writestr('x', b'2'); z.close()
            z = zipfile.ZipFile('over.zip', 'w'); z.writestr('a', b'1' * 100); z.writestr('b', b'2' * 100)
            z.filelist[1].header_offset = 10; z.close()
            """
        guard try folder.python(script) != nil else { return }
        for name in ["two.zip", "over.zip"] {
            #expect(throws: ZipError.self) { try ZipArchive(fileURL: folder[name]) }
        }
    }

    @Test func `what is encrypted, a link, or compressed otherwise is named`() throws {
        let script = """
            z = zipfile.ZipFile('odd.zip', 'w')
            i = zipfile.ZipInfo('link'); i.create_system = 3; i.external_attr = 0o120777 << 16
            z.writestr(i, b'/etc/passwd')
            z.writestr('lzma', b'x' * 1000, zipfile.ZIP_LZMA)
            z.writestr('secret', b'x')
            z.filelist[2].flag_bits |= 1
            z.close()
            """
        guard try folder.python(script) != nil else { return }
        let archive = try ZipArchive(fileURL: folder["odd.zip"])
        for (name, word) in [("link", "link"), ("lzma", "method 14"), ("secret", "encrypted")] {
            let error = #expect(throws: ZipError.self) { try archive.contents(of: archive.entry(named: name)) }
            #expect(error?.description.contains(word) == true)
        }
        #expect(throws: ZipError.self) { try archive.unpack(to: folder["out"]) }
        #expect(folder.names == ["odd.zip"])
    }

    @Test func `a bomb is not unpacked`() throws {
        let writer = try ZipWriter(url: folder["bomb.zip"])
        try writer.add(Data(count: 200_000_000), named: "zeros", deflated: true)
        try writer.finish()
        let archive = try ZipArchive(fileURL: folder["bomb.zip"])
        #expect(throws: ZipError.self) { try archive.unpack(to: folder["out"]) }
        #expect(throws: ZipError.self) { try archive.contents(of: archive.entry(named: "zeros")) }
        #expect(folder.names == ["bomb.zip"])
    }

    @Test func `all is unpacked, or nothing`() throws {
        let files = Self.files(9)
        let archive = try write(files, deflated: true, to: "own.zip")
        try archive.unpack(to: folder["out"])
        for file in files { #expect(try Data(contentsOf: folder["out"].appending(path: file.name)) == file.data) }
        #expect(throws: SystemError.self) { try archive.unpack(to: folder["own.zip"].appending(path: "x")) }
        #expect(throws: CancellationError.self) {
            try archive.unpack(to: folder["cancelled"]) { written, all in
                if written > all / 2 { throw CancellationError() }
            }
        }
        #expect(folder.names == ["out", "own.zip"])
    }

    @Test func `a full disk that has no room for a folder is told of as that, and leaves nothing`() throws {
        let archive = try write(Self.files(3), deflated: true, to: "own.zip")
        let error = #expect(throws: SystemError.self) {
            try DiskTrouble.withReason({ $0.hasSuffix("/b") ? ENOSPC : nil }) { try archive.unpack(to: folder["out"]) }
        }
        #expect(error?.isOutOfSpace == true && folder.names == ["own.zip"])
    }

    /// Each answer is an error, or right: a checksum that is not that of the bytes is an error.
    @Test(arguments: [false, true])
    func `however it is damaged, an archive is refused or right`(deflated: Bool) throws {
        let files = Self.files(5).filter { $0.data.count < 100_000 }
        _ = try write(files, deflated: deflated, to: "own.zip")
        let whole = try [UInt8](Data(contentsOf: folder["own.zip"]))
        var random = SeededGenerator(seed: deflated ? 1 : 2)
        var opened = 0
        for _ in 0..<rounds(600, long: 50_000) {
            let damaged = Self.damage(whole, &random)
            try Data(damaged).write(to: folder["damaged.zip"])
            guard let archive = try Self.refused({ try ZipArchive(fileURL: folder["damaged.zip"]) }) else { continue }
            opened += 1
            for file in files {
                let data = try Self.refused { try archive.contents(of: archive.entry(named: file.name)) }
                if let data { #expect(data == file.data) }
            }
        }
        #expect(opened > 10)
    }

    static func refused<Value>(_ body: () throws -> Value) throws -> Value? {
        do { return try body() } catch is ZipError { return nil }
    }

    /// Bytes with some changed, cut off, doubled or left out; more of them at the end, where the list is.
    static func damage(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let isAtEnd = Bool.random(using: &random)
            let place =
                isAtEnd
                ? max(0, bytes.count - Int.random(in: 1...800, using: &random)) : Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
            case 1: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 20)], at: place)
            case 2: bytes.removeLast(min(bytes.count - 1, Int.random(in: 1...30, using: &random)))
            case 3: for index in place..<min(bytes.count, place + 4) { bytes[index] = 0xFF }
            case 4: for index in place..<min(bytes.count, place + 8) { bytes[index] = 0 }
            default: bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
        }
        return bytes
    }
}
