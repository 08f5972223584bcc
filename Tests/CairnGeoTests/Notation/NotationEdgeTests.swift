import CairnGeo
import Foundation
import Testing

struct NotationEdgeTests {
    private func mgrs(_ latitude: Double, _ longitude: Double, _ notation: MGRSNotation = MGRSNotation()) throws -> String {
        try notation.string(at: Position(x: longitude, y: latitude))
    }

    @Test func `a pole has one name, whatever the longitude`() throws {
        for longitude in [-180.0, -90, 0, 17, 180] {
            #expect(try mgrs(90, longitude) == "ZAH0000000000" && mgrs(-90, longitude) == "BAN0000000000")
        }
        #expect(try MGRSNotation().position(from: "ZAH").y == 90 && MGRSNotation().position(from: "B AN").y == -90)
        #expect(try GARSNotation().string(at: Position(x: 0, y: 90)) == "361QZ11")
        #expect(try GEOREFNotation().string(at: Position(x: 0, y: 90)) == "NMAQ0059")
    }

    @Test func `the meridian of 180 degrees belongs where the mode says, whichever its sign`() throws {
        for longitude in [180.0, -180, 540] {
            #expect(try mgrs(10, longitude).hasPrefix("60P"))
            #expect(try mgrs(10, longitude, MGRSNotation(antimeridianZone: .zone1)).hasPrefix("01P"))
            #expect(try UTMNotation().string(at: Position(x: longitude, y: 10)).hasPrefix("60P"))
            #expect(try GARSNotation().string(at: Position(x: longitude, y: 10)).hasPrefix("001"))
            #expect(try GEOREFNotation().string(at: Position(x: longitude, y: 10)).hasPrefix("A"))
        }
        for antimeridianZone in MGRSNotation.AntimeridianZone.allCases {
            let notation = MGRSNotation(antimeridianZone: antimeridianZone, precision: 8)
            let place = try notation.position(from: mgrs(-17.5, 180, notation))
            #expect(Geodesic.distance(from: place, to: Position(x: 180, y: -17.5)) < 0.002)
        }
    }

    @Test func `zones go to 80 degrees south and 84 north, and are polar beyond`() throws {
        #expect(try mgrs(84, 10).hasPrefix("33X") && mgrs(84.0001, 10).hasPrefix("Z"))
        #expect(try mgrs(-80, 10).hasPrefix("32C") && mgrs(-80.0001, 10).hasPrefix("B") && mgrs(-80.0001, -10).hasPrefix("A"))
        #expect(try mgrs(85, -0.0001).hasPrefix("Y") && mgrs(85, 0).hasPrefix("Z"))
        for latitude in [84.0001, -80.0001, 90, -90] {
            #expect(throws: NotationError.self) { try UTMNotation().string(at: Position(x: 0, y: latitude)) }
        }
    }

    /// Computed with NGA's code: latitude, longitude, square.
    static let borders: [(Double, Double, String)] = [
        (64, 5, "31WEL"), (56, 5, "32VKH"), (56, 3, "32VJH"), (60, 3, "32VJM"), (72, 0, "31XCV"), (72, 9, "33XTV"),
        (72, 21, "35XKV"),
        (72, 33, "37XBV"), (72, 42, "38XLE"), (72, 41.99, "37XFV"), (0, 6, "32NJF"), (-8, 6, "32MJS"), (63.9, 12, "33VUL"),
        (83.9, 9, "33XVP"),
    ]

    @Test(arguments: borders) func `a border belongs to what is east or north of it`(border: (Double, Double, String)) throws {
        #expect(try mgrs(border.0, border.1, MGRSNotation(precision: 0)) == border.2)
    }

    @Test(arguments: [84.0000001, -80.0000001, 84, -80]) func `squares at the rim of the polar regions are read`(latitude: Double)
        throws
    {
        for (longitude, precision) in (-180..<180).flatMap({ longitude in (0...2).map { (Double(longitude), $0) } }) {
            let notation = MGRSNotation(precision: precision), text = try mgrs(latitude, longitude, notation)
            let corner = try notation.position(from: text)
            #expect(Geodesic.distance(from: corner, to: Position(x: longitude, y: latitude)) < 142_000)
        }
    }

    @Test func `south of the equator, but by less than a millimetre, is still south`() throws {
        let place = Position(x: 9, y: -1e-13)
        #expect(try UTMNotation(.hemisphere).string(at: place) == "32S 500000 9999999")
        #expect(try MGRSNotation(precision: 8).string(at: place) == "32MNE0000000099999999")
        #expect(try UTMNotation().string(at: Position(x: 9, y: -0.0)) == "32N 500000 0000000")
    }

    @Test func `old letters are ten rows on, and read only as such`() throws {
        #expect(try mgrs(0, 3, MGRSNotation(lettering: .old, precision: 0)) == "31NEL")
        #expect(try mgrs(0, 9, MGRSNotation(lettering: .old, precision: 0)) == "32NNR")
        let old = MGRSNotation(lettering: .old)
        for row in NotationTable.rows where row.zone > 0 {
            let text = try old.string(at: row.position)
            #expect(text.prefix(4) == row.mgrs.prefix(4) && text.suffix(10) == row.mgrs.suffix(10) && text != row.mgrs)
            let misread = try? MGRSNotation().position(from: text)
            #expect(misread.map { Geodesic.distance(from: $0, to: row.position) > 900_000 } ?? true)
        }
        #expect(try mgrs(85, 10, old) == mgrs(85, 10))
    }

    @Test(arguments: [
        "30u vg 89884 99881", " 30UVG8988499881\n", "30 U VG 8988499881", "30U\tVG8988499881",
    ]) func `space and small letters do not count`(text: String) throws {
        let place = try MGRSNotation(precision: 0).position(from: text)
        #expect(try MGRSNotation().string(at: place) == "30UVG8988499881")
        #expect(try USNGNotation().position(from: text + " (NAD 83)") == place)
    }

    @Test(arguments: [
        "", "30U", "30UV", "30UVG8", "30UVG898", "30UVG 89 998", "30UVG 89 99 1", "00UVG", "61UVG", "30IVG", "30OVG",
        "30UAG", "30UVW", "30AVG", "30YVG", "32XNL", "34XEL", "36XVL",
        "30UVG" + String(repeating: " ", count: 100) + "x", "30UVG8988499881x", "30UVGx", "UVG", "CAA",
        "ZAA0000000000Z", "ZDA", "30UVG111111111222222222", "30UVG８９", "30UVM", "30UVR", "YRA", "AJA", "BRZ", "ZJP",
        "3 0UVG", "30UVG (NAD 27)", "-30UVG", "ÄAH", "ZAH\0",
    ]) func `a square that there is not is refused`(text: String) {
        #expect(throws: NotationError.self) { try MGRSNotation().position(from: text) }
        #expect(throws: NotationError.self) { try USNGNotation().position(from: text) }
    }

    @Test func `the examples of UTM are read`() throws {
        let place = try UTMNotation().position(from: "489885.32,6199877.36,30U")
        #expect(abs(place.y - 55.944166670235255) < 1e-9 && abs(place.x + 3.1619445671088373) < 1e-9)
        for text in ["30U 489885 6199877", "30U4898856199877", "30 U 489885,6199877", "489885,6199877 30u"] {
            #expect(try UTMNotation().string(at: UTMNotation().position(from: text)) == "30U 489885 6199877")
        }
        #expect(try UTMNotation(.hemisphere).position(from: "30N 489885.32 6199877.36") == place)
        // Sydney, whose S of south would be a band of the north.
        #expect(try UTMNotation(.hemisphere).position(from: "56S 334873 6252266").y < -33)
        #expect(throws: NotationError.self) { try UTMNotation(.latitudeBand).position(from: "56S 334873 6252266") }
    }

    @Test(arguments: [
        "", "30", "30U", "30U 489885", "30U 489885 ", "30U 48988", "61N 489885 6199877", "0N 489885 6199877",
        "30A 489885 6199877", "30O 489885 6199877", "30U 89885 6199877", "30U 900000 6199877", "30U 489885 10000001",
        "30U 489885 6199877 5", "30U 489885.1.2 5", "30U 489885 -6199877", "30U48988561998779", "489885,6199877",
        "489885,6199877,30", "30U 1e5 1e6", "N 489885 6199877", "30C 500000 0", "٣٠U 489885 6199877",
        "30U 489885 99999999999999999999999999", "30X 489885 6199877",
    ]) func `what is in no zone of UTM is refused`(text: String) {
        #expect(throws: NotationError.self) { try UTMNotation(.latitudeBand).position(from: text) }
        if !text.contains("U") { #expect(throws: NotationError.self) { try UTMNotation(.hemisphere).position(from: text) } }
    }

    @Test func `larger cells are read, too`() throws {
        #expect(try GARSNotation().position(from: "354ND") == Position(x: -3.5, y: 55.5))
        #expect(try GARSNotation(anchor: .center).position(from: "354nd") == Position(x: -3.25, y: 55.75))
        #expect(try GARSNotation().position(from: "354ND2") == Position(x: -3.25, y: 55.75))
        #expect(try GEOREFNotation().position(from: " mkml ") == Position(x: -4, y: 55))
    }

    @Test(arguments: [
        "", "354", "354N", "000ND", "721ND", "35ND", "0354ND", "354IA", "354RA", "354ND0", "354ND5", "354ND20",
        "354ND222", "354 ND", " 354ND", "354ND22 ", "٣٥٤ND", "354ND2X",
    ]) func `a cell of GARS that there is not is refused`(text: String) {
        #expect(throws: NotationError.self) { try GARSNotation().position(from: text) }
    }

    @Test(arguments: [
        "", "MK", "MKM", "MKML5", "MKML55", "MKML505", "MKML6056", "MKML5060", "MNML5056", "IKML5056", "MKRL5056",
        "MKMR5056", "MKML 50 56", "MKML50565", "MKML" + String(repeating: "1", count: 40), "МKML5056",
    ]) func `a cell of GEOREF that there is not is refused`(text: String) {
        #expect(throws: NotationError.self) { try GEOREFNotation().position(from: text) }
    }

    @Test func `points are brought from and into Web Mercator, and from nowhere else`() throws {
        let notation = MGRSNotation(precision: 8)
        let point = MapPoint(latitude: 55.9442008, longitude: -3.1619539)
        let (text, mercator) = (try notation.string(from: point), try point.projected(to: .webMercator))
        #expect(try notation.string(from: mercator) == text)
        let read = try notation.point(from: text, in: .webMercator)
        #expect(read.spatialReference == .webMercator && abs(read.x - mercator.x) < 0.01 && abs(read.y - mercator.y) < 0.01)
        let unknown = SpatialReference(wkid: 2056)
        #expect(throws: GeometryError.noTransformation(from: unknown, to: .wgs84)) {
            try notation.string(from: MapPoint(x: 0, y: 0, spatialReference: unknown))
        }
        #expect(throws: GeometryError.self) { try notation.string(from: MapPoint(x: 0, y: 0)) }
        #expect(throws: GeometryError.self) { try notation.point(from: text, in: unknown) }
    }

    @Test(arguments: [
        "31VAE5000050000", "31XAA", "50NQE43566652", "03FTS8095476933", "YRD36105819", "24WWQ9755188741", "32VRL0000000000",
    ]) func `a square out of its zone is refused, however near it is`(text: String) {
        #expect(throws: NotationError.self) { try MGRSNotation().position(from: text) }
    }

    @Test func `an error says what is wrong, in one line`() throws {
        let text = "30U\nQQ" + String(repeating: "9", count: 90)
        let error = #expect(throws: NotationError.self) { try MGRSNotation().position(from: text) }
        #expect(error?.description.contains("\n") == false && (error?.description.count ?? 0) < 200)
        #expect(error?.localizedDescription == error?.description)
    }
}
