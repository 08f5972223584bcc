import CairnGeo
import Foundation
import Testing

struct GridNotationTests {
    @Test func `the table is whole`() {
        #expect(NotationTable.rows.count == 440 && AngleTable.rows.count == 93)
    }

    @Test func `UTM is what PROJ has, in metres cut off`() throws {
        for row in NotationTable.rows where row.zone > 0 {
            let (east, north) = (row.easting.rounded(.down), row.northing.rounded(.down))
            let numbers = String(format: "%06.0f %07.0f", east, north)
            let hemisphere = row.position.y < 0 ? "S" : "N"
            let text = try UTMNotation(.hemisphere).string(at: row.position)
            #expect(text == row.mgrs.prefix(2) + "\(hemisphere) \(numbers)", "\(row)")
            let band = try UTMNotation(.latitudeBand).string(at: row.position)
            #expect(band == row.mgrs.prefix(3) + " \(numbers)", "\(row)")
        }
    }

    @Test func `a place of UTM is where PROJ has it, to a tenth of a millimetre`() throws {
        for row in NotationTable.rows where row.zone > 0 {
            let numbers = String(format: "%.4f,%.4f,", row.easting, row.northing)
            let place = try UTMNotation(.latitudeBand).position(from: numbers + row.mgrs.prefix(3))
            #expect(Geodesic.distance(from: place, to: row.position) < 1e-4, "\(row)")
        }
    }

    @Test func `MGRS is what NGA has, at the poles too`() throws {
        for row in NotationTable.rows {
            let text = try MGRSNotation().string(at: row.position)
            #expect(text == row.mgrs, "\(row)")
            #expect(try USNGNotation(hasSpaces: false).string(at: row.position) == row.mgrs)
            let corner = try MGRSNotation().position(from: text)
            #expect(Geodesic.distance(from: corner, to: row.position) < 1.416, "\(row)")
        }
    }

    @Test func `fewer digits are the beginnings of more`() throws {
        for row in NotationTable.rows {
            let (square, digits) = (row.mgrs.dropLast(10), row.mgrs.suffix(10))
            for precision in 0...5 {
                let text = try MGRSNotation(precision: precision, hasSpaces: true).string(at: row.position)
                let zone = square.dropLast(2) + " " + square.suffix(2)
                let (east, north) = (digits.prefix(precision), digits.dropFirst(5).prefix(precision))
                #expect(text == (precision == 0 ? String(zone) : zone + " \(east) \(north)"))
            }
            let millimeters = try MGRSNotation(precision: 8).string(at: row.position).dropFirst(square.count)
            #expect(millimeters.prefix(5) == digits.prefix(5) && millimeters.suffix(8).prefix(5) == digits.suffix(5))
        }
    }

    @Test func `GARS and GEOREF are what pygeodesy has`() throws {
        for row in NotationTable.rows {
            #expect(try GARSNotation().string(at: row.position) == row.gars, "\(row)")
            #expect(try GEOREFNotation(precision: 4).string(at: row.position) == row.georef, "\(row)")
        }
    }

    @Test func `the places of Esri's reference are written as it says`() throws {
        let point = MapPoint(latitude: 55.9442008, longitude: -3.1619539)
        #expect(try UTMNotation(.latitudeBand, hasSpaces: false).string(from: point) == "30U4898846199881")
        #expect(try UTMNotation(.hemisphere).string(from: point) == "30N 489884 6199881")
        #expect(try MGRSNotation(precision: 4, hasSpaces: true).string(from: point) == "30U VG 8988 9988")
        let georef = try (0...5).map { try GEOREFNotation(precision: $0).string(from: point) }
        #expect(georef == ["MKML5056", "MKML5056", "MKML5056", "MKML502566", "MKML50285665", "MKML5028256652"])
        #expect(try GARSNotation().string(from: point) == "354ND22")
    }
}
