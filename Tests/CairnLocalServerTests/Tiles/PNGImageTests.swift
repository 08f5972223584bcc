import CairnCore
import CairnGeo
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

/// Images as another program reads them.
@Suite(.timeLimit(.minutes(5)))
struct PNGImageTests {
    /// Reads PNG of 8 bits with the filters that are written here, checks what can be checked, and prints the pixels as hexadecimal RGBA.
    private static let reader = """
        import sys, zlib, struct
        data = open(sys.argv[1], 'rb').read()
        assert data[:8] == bytes([137, 80, 78, 71, 13, 10, 26, 10])
        place, chunks = 8, []
        while place < len(data):
            size, name = struct.unpack('>I4s', data[place:place + 8])
            body = data[place + 8:place + 8 + size]
            assert zlib.crc32(name + body) == struct.unpack('>I', data[place + 8 + size:place + 12 + size])[0]
            chunks.append((name.decode(), body))
            place += 12 + size
        assert chunks[0][0] == 'IHDR' and chunks[-1] == ('IEND', b'')
        width, height, depth, kind, a, b, c = struct.unpack('>IIBBBBB', chunks[0][1])
        assert (depth, a, b, c) == (8, 0, 0, 0)
        parts = {2: 3, 3: 1, 6: 4}[kind]
        rows = zlib.decompress(b''.join(body for name, body in chunks if name == 'IDAT'))
        stride = width * parts
        assert len(rows) == height * (stride + 1)
        last, pixels = bytes(stride), b''
        for row in range(height):
            line = rows[row * (stride + 1):(row + 1) * (stride + 1)]
            assert line[0] in (0, 2)
            last = bytes((x + y) & 255 for x, y in zip(line[1:], last)) if line[0] == 2 else line[1:]
            pixels += last
        named = dict(chunks)
        if kind == 3:
            palette, alphas = named['PLTE'], named.get('tRNS', b'')
            assert len(palette) % 3 == 0 and max(pixels) < len(palette) // 3
            pixels = b''.join(palette[3 * i:3 * i + 3] + (alphas[i:i + 1] or b'\\xff') for i in pixels)
        elif kind == 2:
            pixels = b''.join(pixels[i:i + 3] + b'\\xff' for i in range(0, len(pixels), 3))
        print(kind, width, height, pixels.hex())
        """

    private func read(_ png: [UInt8]) async throws -> [String]? {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID()).png")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(png).write(to: file)
        guard let outcome = try await Program.run("python3", ["-c", Self.reader, file.path]) else { return nil }
        #expect(outcome.code == 0, "\(outcome.errors)")
        return outcome.output.split(whereSeparator: \.isWhitespace).map(String.init)
    }

    @Test(arguments: [(1, true, "3"), (2, false, "3"), (256, true, "3"), (257, true, "2"), (257, false, "6"), (4000, false, "6")])
    func `Python reads the pixels, whatever their number of colours`(colors: Int, isOpaque: Bool, kind: String) async throws {
        var generator = SeededGenerator(seed: UInt64(colors))
        let (width, height) = (71, 67)
        let palette = (0..<colors).map { index -> [UInt8] in
            let alpha: UInt8 = isOpaque || index == 0 ? 255 : 0
            // What is not opaque shows nothing here: else rounding would come between.
            return alpha == 0 && index == 1 ? [0, 0, 0, 0] : [UInt8(index & 255), UInt8(index >> 8), 77, 255]
        }
        let order =
            Array(0..<colors) + (0..<max(0, width * height - colors)).map { _ in Int.random(in: 0..<colors, using: &generator) }
        let pixels = order.prefix(width * height).flatMap { palette[$0] }
        let png = try PNGImage(width: width, height: height, premultiplied: pixels).encoded()
        #expect(try PNGImage(width: width, height: height, premultiplied: pixels).encoded() == png)
        guard let words = try await read(png) else { return }
        #expect(words.prefix(3) == [kind, "\(width)", "\(height)"])
        let hexadecimal = pixels.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(words.last == hexadecimal)
    }

    @Test func `alpha is taken out of the colours again`() async throws {
        let png = try PNGImage(width: 2, height: 1, premultiplied: [100, 50, 0, 128, 9, 9, 9, 0]).encoded()
        guard let words = try await read(png) else { return }
        #expect(words == ["3", "2", "1", "c7640080" + "00000000"])
    }
}
