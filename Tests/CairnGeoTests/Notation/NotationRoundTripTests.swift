import CairnGeo
import CairnTesting
import Foundation
import Testing

struct NotationRoundTripTests {
    /// Places everywhere, half of them near what divides zones, bands or cells.
    private func place(_ random: inout SeededGenerator) -> Position {
        let place = Position(x: .random(in: -180...180, using: &random), y: .random(in: -90...90, using: &random))
        guard Bool.random(using: &random) else { return place }
        let near = Double.random(in: -1e-5...1e-5, using: &random)
        return Position(
            x: max(-180, min(180, (place.x / 3).rounded() * 3 + near)), y: max(-90, min(90, (place.y / 4).rounded() * 4 + near)))
    }

    @Test(arguments: 0...8) func `a square of MGRS is read as its corner, which is written alike`(precision: Int) throws {
        var (random, strays) = (SeededGenerator(seed: 152), 0)
        let diagonal = 1e5 * pow(10, -Double(precision)) * 1.42
        for lettering in MGRSNotation.Lettering.allCases {
            let notation = MGRSNotation(lettering: lettering, precision: precision, hasSpaces: Bool.random(using: &random))
            for _ in 0..<1000 {
                let place = place(&random), text = try notation.string(at: place)
                let corner = try notation.position(from: text)
                #expect(Geodesic.distance(from: corner, to: place) < diagonal, "\(text) \(place)")
                let again = try notation.string(at: corner)
                // The corner of a square may be in the next zone.
                if again.prefix(3) == text.prefix(3) { #expect(again == text) } else { strays += 1 }
            }
        }
        #expect(strays < 900)
    }

    @Test(arguments: UTMNotation.Designator.allCases, [false, true])
    func `a square of UTM is read as its corner`(designator: UTMNotation.Designator, hasSpaces: Bool) throws {
        var random = SeededGenerator(seed: 153)
        let notation = UTMNotation(designator, hasSpaces: hasSpaces)
        for _ in 0..<2000 {
            var place = place(&random)
            place.y = max(-80, min(84, place.y))
            let text = try notation.string(at: place), corner = try notation.position(from: text)
            #expect(Geodesic.distance(from: corner, to: place) < 1.42, "\(text) \(place)")
            if let again = try? notation.string(at: corner), again.prefix(3) == text.prefix(3) { #expect(again == text) }
        }
    }

    @Test(arguments: 2...9) func `a cell of GEOREF is read as its corner, which is written alike`(precision: Int) throws {
        var random = SeededGenerator(seed: 154)
        let notation = GEOREFNotation(precision: precision), unit = pow(10, 2 - Double(precision)) / 60 + 1e-10
        for _ in 0..<2000 {
            let place = place(&random), text = try notation.string(at: place), corner = try notation.position(from: text)
            #expect(try notation.string(at: corner) == text, "\(text) \(place)")
            #expect((-1e-10..<unit).contains(place.y - corner.y))
            #expect((-1e-10..<unit).contains(place.x - corner.x) || place.x == 180)
        }
    }

    @Test func `a cell of GARS is read as its corner or its middle, which are written alike`() throws {
        var random = SeededGenerator(seed: 155)
        for _ in 0..<3000 {
            let place = place(&random), text = try GARSNotation().string(at: place)
            let corner = try GARSNotation().position(from: text)
            let middle = try GARSNotation(anchor: .center).position(from: text)
            #expect(try GARSNotation().string(at: corner) == text && GARSNotation().string(at: middle) == text, "\(text)")
            #expect(abs(middle.x - corner.x - 1 / 24) < 1e-9 && abs(middle.y - corner.y - 1 / 24) < 1e-9)
            #expect((-1e-10..<1 / 12 + 1e-10).contains(place.y - corner.y))
        }
    }

    @Test func `all cells of GARS are different, and next to each other`() throws {
        for index in 0..<12 * 180 {
            let place = Position(x: Double(index) / 12 - 180 + 0.01, y: Double(index) / 12 - 90 + 0.01)
            let corner = try GARSNotation().position(from: GARSNotation().string(at: place))
            #expect(abs(corner.x - place.x + 0.01) < 1e-9 && abs(corner.y - place.y + 0.01) < 1e-9)
        }
    }

    @Test func `a name by chance is refused, or it is what its place is called`() throws {
        var (random, count) = (SeededGenerator(seed: 156), 0)
        let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
        for _ in 0..<20000 {
            func letter() -> Character { letters.randomElement(using: &random) ?? "A" }
            let zone = String(format: "%02d", Int.random(in: 1...60, using: &random))
            let number = Int.random(in: 0..<10_000_000_000, using: &random)
            let text = "\(zone)\(letter())\(letter())\(letter())" + String(format: "%010d", number)
            guard let place = try? MGRSNotation().position(from: text) else { continue }
            let name = try MGRSNotation().string(at: place)
            if name.prefix(3) == text.prefix(3) {
                count += 1
                #expect(name == text)
            }
        }
        #expect(count > 500)
    }
}
