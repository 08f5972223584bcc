import CairnGeo
import CairnTesting
import Foundation
import Testing

struct LatitudeLongitudeNotationTests {
    typealias Notation = LatitudeLongitudeNotation

    @Test func `degrees, minutes and seconds are rounded as decimal arithmetic does, sixty carried on`() throws {
        for row in AngleTable.rows {
            for (format, text) in zip(Notation.Format.allCases, row.texts) {
                let notation = Notation(format, decimalPlaces: row.decimalPlaces)
                #expect(try notation.string(at: row.position) == text)
            }
        }
    }

    @Test func `the examples of Esri's reference are written and read`() throws {
        let place = Position(x: -3.1619539, y: 55.9442008)
        let degrees = try (0...3).map { try Notation(.decimalDegrees, decimalPlaces: $0).string(at: place) }
        #expect(degrees == ["056N 0003W", "55.9N 003.2W", "55.94N 003.16W", "55.944N 003.162W"])
        let minutes = try (0...3).map { try Notation(.degreesDecimalMinutes, decimalPlaces: $0).string(at: place) }
        #expect(minutes == ["55 057N 003 010W", "55 56.7N 003 09.7W", "55 56.65N 003 09.72W", "55 56.652N 003 09.717W"])
        let seconds = try (0...1).map { try Notation(.degreesMinutesSeconds, decimalPlaces: $0).string(at: place) }
        #expect(seconds == ["55 56 039N 003 09 043W", "55 56 39.1N 003 09 43.0W"])
        let texts = [
            "55 56 39.123N 003 09 43.034W", "55°56′39.123″N 3°09′43.034″W", "55~56.65205', -003~09.71723'",
            "55.9442008* | -3.1619539*",
        ]
        for text in texts {
            let read = try Notation().position(from: text)
            #expect(abs(read.x - place.x) < 1e-6 && abs(read.y - place.y) < 1e-6, "\(text)")
        }
    }

    @Test(arguments: [
        "-12.5 -7.25", "12.5S 7.25W", "S12.5 W7.25", "s 12 30, w 7 15", "12°30'S|7°15'W", "-12 30 0 -7 15 0", "7 15W 12 30S",
        " \u{A0}-12º30’00” , -7˚15′ \n", "\u{2212}12.5,-7.25", "12*30'0\"S 7^15'W", "12 30S 7.25 W",
    ]) func `what people write is read`(text: String) throws {
        #expect(try Notation().position(from: text) == Position(x: -7.25, y: -12.5))
    }

    @Test func `without letters and signs the latitude is the first half`() throws {
        #expect(try Notation().position(from: "12 30 7 15") == Position(x: 7.25, y: 12.5))
        #expect(try Notation().position(from: "12 30 0 7 15 0") == Position(x: 7.25, y: 12.5))
        #expect(try Notation().position(from: "-0 30 0, 0 0 36") == Position(x: 0.01, y: -0.5))
        #expect(try Notation().position(from: "90 180") == Position(x: 180, y: 90))
    }

    @Test(arguments: [
        "", " ", "N", "12", "12 30 7", "12N 30N", "12E 30W", "91 0", "0 181", "12 60 7 0", "12 30 60 7 0 0", "12.5 30 7 0",
        "1 2 3 4 5 6 7 8", "-12S 7W", "12,7,3", "12 30'5\" 7", "1.2.3 4", "12'5° 7", "12°° 7", "12, ", ",", "0x10 7",
        "nan nan", "inf 0", "١٢ ٧", "１２ ７", "12 N 5, 7", "N12S 7W", "12N 7E 5", "--12 7", "12 -7 -3", "12N, 7N", "90.0000001 0",
        "12½ 7", "12 7 🧭", String(repeating: "9", count: 400), "12 " + String(repeating: "0", count: 300) + "7",
    ]) func `what is no place is refused`(text: String) {
        #expect(throws: NotationError.self) { try Notation().position(from: text) }
    }

    @Test(arguments: ["064S 0000W", "000S 0000E", "000N 0000W", "000N 0000E", "000S 0000W"])
    func `a zero keeps its letter`(text: String) throws {
        let notation = Notation(.decimalDegrees, decimalPlaces: 0)
        #expect(try notation.string(at: notation.position(from: text)) == text)
    }

    @Test func `what is next to nothing is written again as it was`() throws {
        let numbers = [0, -0.0, 1e-9, -1e-9, 0.004, -0.004, 0.4, -0.4, 0.6, -0.6]
        for place in numbers.flatMap({ x in numbers.map { Position(x: x, y: $0) } }) {
            for (format, places) in Notation.Format.allCases.flatMap({ format in (0...8).map { (format, $0) } }) {
                let notation = Notation(format, decimalPlaces: places), text = try notation.string(at: place)
                #expect(try notation.string(at: notation.position(from: text)) == text)
            }
        }
    }

    @Test(arguments: [0.0, 360, -360, 720, -720]) func `whole turns end at a zero that lies east`(longitude: Double) throws {
        let notation = Notation(.decimalDegrees, decimalPlaces: 0)
        #expect(try notation.string(at: Position(x: longitude, y: 0)) == "000N 0000E")
    }

    @Test func `places come back, to the last digit that was written`() throws {
        var random = SeededGenerator(seed: 151)
        for _ in 0..<3000 {
            let place = Position(x: .random(in: -180...180, using: &random), y: .random(in: -90...90, using: &random))
            for format in Notation.Format.allCases {
                let places = Int.random(in: 0...16, using: &random)
                let notation = Notation(format, decimalPlaces: places)
                let text = try notation.string(at: place), read = try notation.position(from: text)
                let unit = pow(10, -Double(places)) / pow(60, Double(format.rawValue - 1)) / 2 + 1e-13
                #expect(abs(read.x - place.x) <= unit && abs(read.y - place.y) <= unit, "\(text) \(place)")
                if places < 9 { #expect(try notation.string(at: read) == text) }
            }
        }
    }
}
