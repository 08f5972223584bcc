import AGSCompat
import Foundation
import Testing

struct AGSCoordinateFormatterTests {
    private typealias Formatter = AGSCoordinateFormatter

    private let place = AGSPointMakeWGS84(55.9442008, -3.1619539)

    @Test func `a place is written as the documentation of the original has it`() {
        #expect(Formatter.latitudeLongitudeString(from: place, format: .decimalDegrees, decimalPlaces: 0) == "056N 0003W")
        #expect(
            Formatter.latitudeLongitudeString(from: place, format: .degreesDecimalMinutes, decimalPlaces: 3)
                == "55 56.652N 003 09.717W")
        #expect(
            Formatter.latitudeLongitudeString(from: place, format: .degreesMinutesSeconds, decimalPlaces: 1)
                == "55 56 39.1N 003 09 43.0W")
        #expect(
            Formatter.utmString(from: place, conversionMode: .latitudeBandIndicators, addSpaces: true) == "30U 489884 6199881")
        #expect(Formatter.utmString(from: place, conversionMode: .northSouthIndicators, addSpaces: false) == "30N4898846199881")
        #expect(Formatter.mgrsString(from: place, conversionMode: .automatic, precision: 3, addSpaces: false) == "30UVG898998")
        #expect(
            Formatter.mgrsString(from: place, conversionMode: .new180InZone01, precision: 5, addSpaces: true)
                == "30U VG 89884 99881")
        #expect(Formatter.usngString(from: place, precision: 0, addSpaces: true) == "30U VG")
        #expect(Formatter.georefString(from: place, precision: 5) == "MKML5028256652")
        #expect(Formatter.garsString(from: place) == "354ND22")
    }

    @Test func `what is written is read, in the coordinates that are asked for`() throws {
        let mercator = try #require(AGSGeometryEngine.projectGeometry(place, to: .webMercator()) as? AGSPoint)
        for mode: AGSMGRSConversionMode in [.automatic, .new180InZone01, .new180InZone60, .old180InZone01, .old180InZone60] {
            let text = try #require(Formatter.mgrsString(from: mercator, conversionMode: mode, precision: 8, addSpaces: true))
            let read = Formatter.point(fromMGRSString: text, spatialReference: .webMercator(), conversionMode: mode)
            #expect(read?.isEqual(to: mercator, tolerance: 0.01) == true)
        }
        let degrees = try #require(
            Formatter.point(fromLatitudeLongitudeString: "55°56′39.123″N 3°09′43.034″W", spatialReference: nil))
        #expect(degrees.spatialReference == .wgs84() && degrees.isEqual(to: place, tolerance: 1e-6))
        let utm = Formatter.point(
            fromUTMString: "489884.75,6199881.16,30U", spatialReference: .wgs84(), conversionMode: .latitudeBandIndicators)
        #expect(utm?.isEqual(to: place, tolerance: 1e-6) == true)
        #expect(
            Formatter.point(fromUSNGString: "30U VG 89884 99881", spatialReference: nil)?.isEqual(to: place, tolerance: 2e-5)
                == true)
        #expect(Formatter.point(fromGEOREFString: "MKML", spatialReference: nil) == AGSPointMakeWGS84(55, -4))
        #expect(
            Formatter.point(fromGARSString: "354ND", spatialReference: nil, conversionMode: .lowerLeft)
                == AGSPointMakeWGS84(55.5, -3.5))
        #expect(
            Formatter.point(fromGARSString: "354ND", spatialReference: nil, conversionMode: .center)
                == AGSPointMakeWGS84(55.75, -3.25))
    }

    @Test func `the meridian of 180 degrees is in the zone that the mode says`() {
        let meridian = AGSPointMakeWGS84(0, 180)
        let zones = (0...4).map { mode in
            AGSMGRSConversionMode(rawValue: mode).flatMap {
                Formatter.mgrsString(from: meridian, conversionMode: $0, precision: 0, addSpaces: false)
            }
        }
        #expect(zones == ["60NZF", "01NAA", "60NZF", "01NAL", "60NZR"])
    }

    @Test func `what has no name, or names no place, is nil`() {
        let places = [
            AGSPoint(x: 5e5, y: 5e6, spatialReference: AGSSpatialReference(wkid: 32633)),
            AGSPoint(x: 1, y: 2, spatialReference: nil),
            AGSPointMakeWGS84(.nan, 0), AGSPointMakeWGS84(91, 0), AGSPointMakeWGS84(0, .infinity),
            AGSPointMakeWebMercator(1e300, 0),
        ]
        for place in places {
            #expect(Formatter.latitudeLongitudeString(from: place, format: .decimalDegrees, decimalPlaces: .max) == nil)
            #expect(Formatter.mgrsString(from: place, conversionMode: .automatic, precision: .min, addSpaces: false) == nil)
            #expect(Formatter.garsString(from: place) == nil && Formatter.georefString(from: place, precision: 9) == nil)
        }
        #expect(
            Formatter.utmString(from: AGSPointMakeWGS84(85, 0), conversionMode: .northSouthIndicators, addSpaces: true) == nil)
        #expect(Formatter.point(fromLatitudeLongitudeString: "55.9", spatialReference: nil) == nil)
        #expect(Formatter.point(fromUSNGString: "30U VG 1 1", spatialReference: AGSSpatialReference(wkid: 32633)) == nil)
        #expect(Formatter.point(fromUTMString: "30U 1 1", spatialReference: nil, conversionMode: .northSouthIndicators) == nil)
        #expect(Formatter.point(fromGEOREFString: "", spatialReference: nil) == nil)
    }
}
