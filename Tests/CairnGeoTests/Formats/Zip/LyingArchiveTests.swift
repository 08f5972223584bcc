import CairnCore
@testable import CairnGeo
import Foundation
import Testing

/// Archives that become more than they should, and files that change while they are read.
struct LyingArchiveTests {
    private let folder: ZipFolder

    init() throws { folder = try ZipFolder() }

    private func archive(_ name: String, of sizes: [Int], deflated: Bool = true) throws -> ZipArchive {
        let writer = try ZipWriter(url: folder[name])
        for (number, size) in sizes.enumerated() { try writer.add(Data(count: size), named: "\(number)", deflated: deflated) }
        try writer.finish()
        return try ZipArchive(fileURL: folder[name])
    }

    @Test func `a bomb in parts is not unpacked, and nothing of it is written`() throws {
        let archive = try archive("bomb.zip", of: [40 << 20, 40 << 20])
        let error = #expect(throws: ZipError.self) {
            try archive.unpack(to: folder["out"]) { _, _ in Issue.record("something was written") }
        }
        #expect(error == .bombInParts(path: archive.path, size: 80 << 20, archiveSize: archive.file.count))
        #expect(folder.names == ["bomb.zip"])
    }

    @Test func `what is small is unpacked, however it is packed`() throws {
        try archive("zeros.zip", of: [30 << 20, 30 << 20]).unpack(to: folder["out"])
        #expect(folder.names == ["out", "zeros.zip"])
    }

    @Test func `an archive that says that it becomes more than there is, is refused`() throws {
        let script = """
            import struct
            z = zipfile.ZipFile('big.zip', 'w'); z.writestr('a', b'1'); z.writestr('b', b'2'); z.close()
            data = open('big.zip', 'rb').read()
            end = data.rindex(b'PK\\x05\\x06'); start = struct.unpack('<I', data[end + 16:end + 20])[0]
            large = struct.pack('<HHQ', 1, 8, (1 << 63) - 1)
            def lie(e): return e[:24] + b'\\xff' * 4 + e[28:30] + struct.pack('<H', len(large)) + e[32:] + large
            first, second = data[start:start + 47], data[start + 47:start + 94]
            list = lie(first) + lie(second)
            open('big.zip', 'wb').write(data[:start] + list + data[end:end + 12] + struct.pack('<II', len(list), start) + b'\\0\\0')
            """
        guard try folder.python(script) != nil else { return }
        let archive = try ZipArchive(fileURL: folder["big.zip"])
        #expect(try archive.entry(named: "b").size == .max)
        #expect(throws: ZipError.self) { try archive.unpack(to: folder["out"]) }
        #expect(throws: ZipError.self) { try archive.contents(of: archive.entry(named: "a"), limit: .max) }
        #expect(folder.names == ["big.zip"])
    }

    @Test(arguments: [false, true])
    func `an archive that is made shorter while it is read is damage`(deflated: Bool) throws {
        let archive = try archive("short.zip", of: [1 << 20, 1 << 20], deflated: deflated)
        try FileDescriptor(archive.path, O_RDWR).truncate(to: 500)
        for name in ["0", "1"] {
            #expect(throws: ZipError.self) { try archive.contents(of: archive.entry(named: name)) }
        }
    }

    @Test func `a file that is made shorter while it is packed is an error, and ends the archive`() throws {
        try Data(count: 3 << 20).write(to: folder["source"])
        let source = try FileSlice(path: folder["source"].path)
        try FileDescriptor(source.path, O_RDWR).truncate(to: 1 << 20)
        let writer = try ZipWriter(url: folder["x.zip"])
        let first = try #require(#expect(throws: SystemError.self) { try writer.add(contentsOf: source, named: "a") })
        #expect(folder.names == ["source"])
        #expect(#expect(throws: SystemError.self) { try writer.add(Data(), named: "b") } == first)
        #expect(#expect(throws: SystemError.self) { try writer.finish() } == first)
    }

    @Test func `an archive that is finished takes no more, and a name that is refused does no harm`() throws {
        let writer = try ZipWriter(url: folder["x.zip"])
        #expect(throws: ZipError.self) { try writer.add(Data(), named: "../x") }
        try writer.add(Data([1]), named: "a")
        #expect(throws: ZipError.self) { try writer.add(Data(), named: "a") }
        try writer.finish()
        let finished = ZipError.finished(path: folder["x.zip"].path)
        #expect(#expect(throws: ZipError.self) { try writer.add(Data(), named: "b") } == finished)
        #expect(#expect(throws: ZipError.self) { try writer.finish() } == finished)
        #expect(try ZipArchive(fileURL: folder["x.zip"]).entries.count == 1)
    }
}
