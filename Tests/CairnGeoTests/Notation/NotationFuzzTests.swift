import CairnGeo
import CairnTesting
import Testing

struct NotationFuzzTests {
    static let notations: [any CoordinateNotation] = [
        LatitudeLongitudeNotation(.degreesMinutesSeconds, decimalPlaces: 3), LatitudeLongitudeNotation(decimalPlaces: .max),
        UTMNotation(.latitudeBand), UTMNotation(.hemisphere, hasSpaces: false), MGRSNotation(precision: .min),
        MGRSNotation(lettering: .old, antimeridianZone: .zone1, precision: .max, hasSpaces: true), USNGNotation(), GARSNotation(),
        GARSNotation(anchor: .center), GEOREFNotation(precision: .max), GEOREFNotation(precision: .min),
    ]
    static let numbers: [Double] = [
        .nan, .infinity, -.infinity, 1e300, -1e300, 1e17, 1e9, 180, 180.nextUp, 90, 90.nextUp, 84, 84.nextUp, -80, 72, 0,
        (-80.0).nextDown, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, -1e-12, 5e-12, 179.99999999999997,
        89.99999999999999, 720,
    ]
    private static let characters = " 0123456789.,|-+NSEWACXYZIOnsew°'\"′″*~^()eE\t\n٣９½🧭é\u{301}\0\u{202E}".map(String.init)

    @Test func `no number makes it trap, and what is written is read`() {
        for notation in Self.notations {
            for (x, y) in Self.numbers.flatMap({ x in Self.numbers.map { (x, $0) } }) {
                guard let text = try? notation.string(at: Position(x: x, y: y)) else { continue }
                let place = try? notation.position(from: text)
                #expect(place.map(Self.isOnGround) == true, "\(notation) \(x) \(y) \(text)")
            }
        }
    }

    @Test func `what is no place is refused`() {
        for notation in Self.notations {
            for number in [Double.nan, .infinity, -.infinity, 1e300, 90.nextUp] {
                #expect(throws: NotationError.self) { try notation.string(at: Position(x: 0, y: number)) }
                if number > 91 { #expect(throws: NotationError.self) { try notation.string(at: Position(x: number, y: 0)) } }
            }
        }
    }

    @Test(arguments: 1...8) func `a spoilt name is refused, or is a place`(seed: UInt64) {
        var (random, count) = (SeededGenerator(seed: 160 + seed), 0)
        for _ in 0..<4000 {
            guard let notation = Self.notations.randomElement(using: &random) else { continue }
            let place = Position(x: .random(in: -180...180, using: &random), y: .random(in: -80...84, using: &random))
            guard let text = try? notation.string(at: place) else { continue }
            let spoilt = Self.spoilt(text, &random)
            for reader in Self.notations {
                guard let read = try? reader.position(from: spoilt) else { continue }
                count += 1
                #expect(Self.isOnGround(read), "\(spoilt)")
            }
        }
        #expect(count > 500)
    }

    @Test func `long texts are refused`() {
        let texts = ["9", "N", " ", "30U ", "°", "9 9 ", "e\u{301}", "("].map { String(repeating: $0, count: 1_000_000) }
        for notation in Self.notations {
            for text in texts { #expect((try? notation.position(from: text)) == nil) }
        }
    }

    @Test func `a character without end is not gone through`() {
        let clock = ContinuousClock()
        for text in ["e", "(", "30UVG("].map({ $0 + String(repeating: "\u{301}", count: 5_000_000) }) {
            for notation in Self.notations {
                // Others may have the processor at one time, and not at all three.
                let times = (0..<3).map { _ in clock.measure { #expect((try? notation.position(from: text)) == nil) } }
                #expect((times.min() ?? .zero) < .milliseconds(100), "\(notation)")
            }
        }
    }

    private static func spoilt(_ text: String, _ random: inout SeededGenerator) -> String {
        var characters = text.map(String.init)
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let index = Int.random(in: 0...characters.count, using: &random)
            let other = self.characters.randomElement(using: &random) ?? ""
            switch Int.random(in: 0..<4, using: &random) {
            case 0: characters.insert(other, at: index)
            case 1 where index < characters.count: characters.remove(at: index)
            case 2 where index < characters.count: characters[index] = other
            default: characters.swapAt(Int.random(in: 0..<max(1, characters.count), using: &random), 0)
            }
            if characters.isEmpty { return "" }
        }
        return characters.joined()
    }

    private static func isOnGround(_ place: Position) -> Bool { abs(place.x) <= 180 && abs(place.y) <= 90 }
}
