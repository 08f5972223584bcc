import CairnCore
import CairnGeo

/// An image as PNG (ISO 15948): with a palette if 256 colours are enough, else red, green and blue, with alpha if something shows through. The same pixels
/// give the same bytes.
struct PNGImage {
    private let width: Int
    private let height: Int
    /// Red, green, blue and alpha of each pixel.
    private let colors: [UInt32]

    /// - Parameter premultiplied: Four bytes a pixel, row by row, with alpha multiplied into the others.
    init(width: Int, height: Int, premultiplied pixels: [UInt8]) {
        (self.width, self.height) = (width, height)
        colors = pixels.withUnsafeBytes { bytes in
            var colors: [UInt32] = []
            colors.reserveCapacity(width * height)
            // Most pixels are as the one before.
            var last: (pixel: UInt32, color: UInt32) = (0, 0)
            for offset in stride(from: 0, to: bytes.count, by: 4) {
                let pixel = UInt32(bigEndian: bytes.load(fromByteOffset: offset, as: UInt32.self))
                if pixel != last.pixel { last = (pixel, Self.whole(pixel)) }
                colors.append(last.color)
            }
            return colors
        }
    }

    private static func whole(_ pixel: UInt32) -> UInt32 {
        let alpha = UInt8(truncatingIfNeeded: pixel)
        let parts = [24, 16, 8].map { UInt32(whole(UInt8(truncatingIfNeeded: pixel >> UInt32($0)), alpha)) }
        return parts[0] << 24 | parts[1] << 16 | parts[2] << 8 | UInt32(alpha)
    }

    private static func whole(_ part: UInt8, _ alpha: UInt8) -> UInt8 {
        guard alpha > 0, alpha < 255 else { return alpha == 0 ? 0 : part }
        return UInt8(clamping: (Int(part) * 255 + Int(alpha) / 2) / Int(alpha))
    }

    func encoded() throws -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        if let (palette, indices) = indexed() {
            Self.add("IHDR", header(colorType: 3), to: &bytes)
            Self.add("PLTE", palette.flatMap { [$0 >> 24, $0 >> 16, $0 >> 8].map { UInt8(truncatingIfNeeded: $0) } }, to: &bytes)
            let alphas = palette.map { UInt8(truncatingIfNeeded: $0) }
            if alphas.contains(where: { $0 < 255 }) { Self.add("tRNS", alphas, to: &bytes) }
            Self.add("IDAT", try packed(rows: indices, stride: width, filter: 0), to: &bytes)
        } else {
            let isOpaque = colors.allSatisfy { $0 & 255 == 255 }
            let size = isOpaque ? 3 : 4
            Self.add("IHDR", header(colorType: isOpaque ? 2 : 6), to: &bytes)
            Self.add("IDAT", try packed(rows: parts(size), stride: width * size, filter: 2), to: &bytes)
        }
        Self.add("IEND", [], to: &bytes)
        return bytes
    }

    /// The first bytes of each pixel.
    private func parts(_ count: Int) -> [UInt8] {
        var parts: [UInt8] = []
        parts.reserveCapacity(colors.count * count)
        for color in colors {
            for part in 0..<count { parts.append(UInt8(truncatingIfNeeded: color >> UInt32(24 - 8 * part))) }
        }
        return parts
    }

    /// The colours in the order in which they come, and which each pixel has; nil if there are too many.
    private func indexed() -> (palette: [UInt32], indices: [UInt8])? {
        var (places, palette, indices) = ([UInt32: UInt8](), [UInt32](), [UInt8]())
        indices.reserveCapacity(colors.count)
        var last: (color: UInt32, place: UInt8)?
        for color in colors {
            if let last, last.color == color {
                indices.append(last.place)
                continue
            }
            if places[color] == nil {
                guard let place = UInt8(exactly: palette.count) else { return nil }
                places[color] = place
                palette.append(color)
            }
            let place = places[color] ?? 0
            last = (color, place)
            indices.append(place)
        }
        return (palette, indices)
    }

    private func header(colorType: UInt8) -> [UInt8] {
        Self.bigEndian(width) + Self.bigEndian(height) + [8, colorType, 0, 0, 0]
    }

    /// - Parameter filter: 0 for none; 2 for what each byte is more than the one above it.
    private func packed(rows: [UInt8], stride: Int, filter: UInt8) throws -> [UInt8] {
        var filtered: [UInt8] = []
        filtered.reserveCapacity(rows.count + height)
        for row in 0..<height {
            filtered.append(filter)
            let start = row * stride
            if filter == 0 || row == 0 {
                filtered.append(contentsOf: rows[start..<start + stride])
            } else {
                for place in start..<start + stride { filtered.append(rows[place] &- rows[place - stride]) }
            }
        }
        return try Deflater.pack(filtered, .zlib)
    }

    private static func add(_ name: String, _ content: [UInt8], to bytes: inout [UInt8]) {
        let checked = Array(name.utf8) + content
        let checksum = checked.withUnsafeBytes { ZipFormat.checksum($0) }
        bytes += bigEndian(content.count) + checked + bigEndian(Int(checksum))
    }

    private static func bigEndian(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
