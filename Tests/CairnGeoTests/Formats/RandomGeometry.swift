import CairnGeo
import CairnTesting

/// Geometries of all kinds and dimensions, as they read back: closed rings, outer ones clockwise, each followed by its holes.
struct RandomGeometry {
    var generator: SeededGenerator
    private var hasZ = false
    private var hasM = false

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func next() -> Geometry {
        hasZ = .random(using: &generator)
        hasM = .random(using: &generator)
        switch Int.random(in: 0..<9, using: &generator) {
        case 0: return .point(MapPoint(x: .nan, y: .nan))
        case 1: return .polyline(Polyline(paths: []))
        case 2: return .polygon(Geometry.Polygon(rings: []))
        case 3, 4: return .point(MapPoint(position()))
        case 5: return .multipoint(Multipoint(points: positions(.random(in: 0..<6, using: &generator))))
        case 6: return .polyline(Polyline(paths: (0..<Int.random(in: 1..<4, using: &generator)).map { _ in line() }))
        default: return .polygon(polygon())
        }
    }

    mutating func line() -> [Position] { positions(.random(in: 2..<20, using: &generator)) }

    private mutating func positions(_ count: Int) -> [Position] { (0..<count).map { _ in position() } }

    private mutating func position() -> Position { position(number(), number()) }

    private mutating func position(_ x: Double, _ y: Double) -> Position {
        let isWhole = Int.random(in: 0..<8, using: &generator) > 0
        return Position(x: x, y: y, z: hasZ && isWhole ? number() : nil, m: hasM && isWhole ? number() : nil)
    }

    /// Of any size, and often a whole one.
    private mutating func number() -> Double {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: Double.random(in: -180...180, using: &generator)
        case 1: Double.random(in: -100...100, using: &generator).rounded()
        case 2: Double.random(in: -2e7...2e7, using: &generator)
        default: Double.random(in: -1...1, using: &generator) * [1e-300, 1e-9, 1e15, 1e300].randomElement(using: &generator)!
        }
    }

    /// Rectangles side by side, with rectangles side by side in them.
    mutating func polygon() -> Geometry.Polygon {
        let areas = (0..<Int.random(in: 1..<4, using: &generator)).map { Double($0) * 100 }
        return Geometry.Polygon(
            rings: areas.flatMap { x in
                let holes = (0..<Int.random(in: 0..<4, using: &generator)).map { hole in
                    rectangle(x + 10 + Double(hole) * 20, 10, .random(in: 1...15, using: &generator), 35).reversed() as [Position]
                }
                return [rectangle(x, 0, 95, 80)] + holes
            })
    }

    /// Clockwise, closed by the very same vertex.
    private mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ greatest: Double) -> [Position] {
        let height = Double.random(in: greatest - 30...greatest, using: &generator)
        let ring = [(x, y), (x, y + height), (x + width, y + height), (x + width, y)].map { position($0.0, $0.1) }
        return ring + [ring[0]]
    }
}

extension Geometry {
    /// Also where both have no place, which no comparison of numbers would say.
    func isSame(as other: Geometry) -> Bool { self == other || wkt() == other.wkt() }
}

extension String {
    /// The bytes that a text of hexadecimal digits stands for.
    var hexBytes: [UInt8] {
        var digits = self[...]
        var bytes: [UInt8] = []
        while let byte = UInt8(digits.prefix(2), radix: 16) {
            bytes.append(byte)
            digits = digits.dropFirst(2)
        }
        return bytes
    }

    init(hex bytes: [UInt8]) {
        self = bytes.map { ($0 < 16 ? "0" : "") + .init($0, radix: 16) }.joined()
    }
}
