@testable import AGSCompat
import CairnGeo
import CairnTasks
import Foundation
import Testing

struct GeoprocessingParameterTests {
    static let values: [GeoprocessingValue] = [
        .string(""), .long(.max), .double(-0.5), .boolean(false), .date(Date(timeIntervalSince1970: 0)),
        .linearUnit(GeoprocessingLinearUnit(distance: 1, units: GeoprocessingLinearUnit.Unit(rawValue: "esriLightYears"))),
        .arealUnit(GeoprocessingArealUnit(area: 1, units: .acres)), .timeUnit(GeoprocessingTimeUnit(time: 1, units: .hours)),
        .features(GeoprocessingFeatures(FeatureSet(features: [Feature(geometry: .point(MapPoint(x: 1, y: 2)))]))),
        .features(GeoprocessingFeatures(layer: URL(string: "https://example.com/FeatureServer/0")!, whereClause: "A = 1")),
        .table(GeoprocessingFeatures(FeatureSet(features: [Feature(attributes: ["a": .integer(1)])]))),
        .raster(GeoprocessingRaster(.uploaded(itemID: "i1"), format: "tif", type: "ImageService")),
        .dataFile(GeoprocessingDataFile(.portalItem(id: "p1"))), .multiValue([.string("a"), .multiValue([.long(1)])]),
        .valueTable([["a", 1]]), .extent(Envelope(xMin: 0, yMin: 0, xMax: 1, yMax: 1)), .spatialReference(.wgs84),
        .unknown(dataType: "GPNovelty", ["a": 1]),
    ]

    @Test(arguments: values) func `a value becomes an object and the same value again`(value: GeoprocessingValue) throws {
        #expect(try AGSGeoprocessingParameter.make(value).geoprocessingValue() == value)
    }

    @Test func `a value within a composite is what a tool has given`() throws {
        #expect((AGSGeoprocessingParameter.make(.composite(.string("a"))) as? AGSGeoprocessingString)?.value == "a")
    }

    @Test func `a list nested very deep is refused, or read, without a crash`() {
        var value = GeoprocessingValue.long(1)
        for _ in 0..<200 { value = .multiValue([value]) }
        #expect(AGSGeoprocessingParameter.make(value).type == .multiValue)
    }

    @Test func `a unit that the old SDK did not have is unknown until another is set`() {
        let length = AGSGeoprocessingLinearUnit(GeoprocessingLinearUnit(distance: 2, units: .decimalDegrees))
        #expect(length.geoprocessingLinearUnit == .unknown && length.geoprocessingValue().linearUnit?.units == .decimalDegrees)
        length.geoprocessingLinearUnit = .usSurveyMile
        #expect(length.geoprocessingValue().linearUnit == GeoprocessingLinearUnit(distance: 2, units: .miles))
        #expect(AGSGeoprocessingLinearUnit(distance: 5).geoprocessingLinearUnit == .meter)
    }
}
