import CairnCore
import CairnGeo

/// A tile while it is drawn.
struct TileCanvas {
    let width: Int
    let height: Int
    /// Red, green, blue and alpha of each pixel, row by row, with alpha multiplied into the others.
    private(set) var pixels: [UInt8]
    private var mask: CoverageMask
    private var outline: Outline
    /// The upper left corner.
    private let corner: SIMD2<Double>
    /// How many metres a pixel shows.
    private let resolution: Double

    init(width: Int, height: Int, background: MapColor?, showing extent: Envelope) {
        (self.width, self.height) = (width, height)
        let color = background ?? MapColor(0, alpha: 0)
        pixels = [color.red, color.green, color.blue].map { Self.share($0, of: color.alpha) } + [color.alpha]
        while pixels.count < 4 * width * height { pixels += pixels.prefix(4 * width * height - pixels.count) }
        mask = CoverageMask(width: width, height: height)
        outline = Outline(width: width, height: height)
        corner = SIMD2(extent.xMin, extent.yMax)
        resolution = (extent.xMax - extent.xMin) / Double(width)
    }

    private static func share(_ part: UInt8, of alpha: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (Int(part) * Int(alpha) + 127) / 255)
    }

    /// Draws shapes of one layer, all of them as one: those that lie upon each other cover no more.
    mutating func draw(_ shapes: [DrawnShape], _ style: DrawnStyle) throws {
        let width = style.pixels(at: resolution)
        if let fill = style.fill {
            try cover(shapes) { shape, canvas in canvas.fill(shape, width) }
            paint(fill)
        }
        if let line = style.line {
            try cover(shapes) { shape, canvas in canvas.trace(shape, width) }
            paint(line)
        }
    }

    private mutating func cover(_ shapes: [DrawnShape], _ add: (DrawnShape, inout TileCanvas) -> Void) throws {
        mask.removeAll()
        for shape in shapes {
            try Task.checkCancellation()
            outline.removeAll()
            add(shape, &self)
        }
    }

    private mutating func fill(_ shape: DrawnShape, _ width: Double) {
        switch shape.kind {
        case .points:
            for point in pixels(of: shape.parts[0], thinned: false) { outline.addDisc(point, width / 2) }
            mask.add(outline, .nonzero)
        case .lines: break
        case .areas:
            // What is a hundredth of a pixel is not seen.
            let box = shape.box
            guard (box.xMax - box.xMin) * (box.yMax - box.yMin) > 0.01 * resolution * resolution else { return }
            for ring in shape.parts { outline.addRing(pixels(of: ring)) }
            mask.add(outline, .evenOdd)
        }
    }

    private mutating func trace(_ shape: DrawnShape, _ width: Double) {
        switch shape.kind {
        case .points: return
        case .lines: for line in shape.parts { outline.addLine(pixels(of: line), width: width) }
        case .areas:
            for ring in shape.parts {
                let line = pixels(of: ring)
                outline.addLine(line.first == line.last ? line : line + line.prefix(1), width: width)
            }
        }
        mask.add(outline, .nonzero)
    }

    /// Where places are on the tile, without those that are a fifth of a pixel or less from the one before.
    private func pixels(of places: [SIMD2<Double>], thinned: Bool = true) -> [SIMD2<Double>] {
        var kept: [SIMD2<Double>] = []
        kept.reserveCapacity(places.count)
        for (index, place) in places.enumerated() {
            let pixel = SIMD2(place.x - corner.x, corner.y - place.y) / resolution
            if thinned, index < places.count - 1, let last = kept.last, abs(pixel.x - last.x) < 0.2, abs(pixel.y - last.y) < 0.2 {
                continue
            }
            kept.append(pixel)
        }
        return kept
    }

    /// Lays a colour over what is covered.
    private mutating func paint(_ color: MapColor) {
        let parts = [color.red, color.green, color.blue, 255].map(Int32.init)
        let covered = mask.values
        pixels.withUnsafeMutableBufferPointer { pixels in
            for index in covered.indices where covered[index] > 0 {
                let alpha = (Int32(color.alpha) * covered[index] + CoverageMask.full / 2) / CoverageMask.full
                for part in 0..<4 {
                    let under = Int32(pixels[4 * index + part])
                    pixels[4 * index + part] = UInt8(
                        truncatingIfNeeded: (parts[part] * alpha + under * (255 - alpha) + 127) / 255)
                }
            }
        }
    }

    /// The tile as PNG.
    func png() throws -> [UInt8] { try PNGImage(width: width, height: height, premultiplied: pixels).encoded() }
}
