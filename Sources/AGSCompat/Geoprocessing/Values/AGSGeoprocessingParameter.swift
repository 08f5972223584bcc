import CairnCore
public import CairnTasks
public import Foundation

/// A value that a tool takes or gives. Each type has a class of its own.
public class AGSGeoprocessingParameter: NSObject {
    /// The type of the value.
    public var type: AGSGeoprocessingParameterType { .unknown }

    override init() {}

    /// The old object of a value; of types that the old SDK did not have an ``AGSGeoprocessingUnknownParameter``, of a composite the object of
    /// what it has.
    public static func make(_ value: GeoprocessingValue) -> AGSGeoprocessingParameter {
        switch value {
        case .string(let text): AGSGeoprocessingString(value: text)
        case .long(let number): AGSGeoprocessingLong(value: number)
        case .double(let number): AGSGeoprocessingDouble(value: number)
        case .boolean(let flag): AGSGeoprocessingBoolean(value: flag)
        case .date(let date): AGSGeoprocessingDate(value: date)
        case .linearUnit(let length): AGSGeoprocessingLinearUnit(length)
        case .features(let features): AGSGeoprocessingFeatures(features)
        case .table(let rows): AGSGeoprocessingFeatures(rows, isTable: true)
        case .raster(let raster): AGSGeoprocessingRaster(raster)
        case .dataFile(let file): AGSGeoprocessingDataFile(file)
        case .multiValue(let values): AGSGeoprocessingMultiValue(values: values.map(make))
        case .composite(let inner): make(inner)
        default: AGSGeoprocessingUnknownParameter(value)
        }
    }

    /// The value.
    ///
    /// - Throws: For what no tool takes.
    func geoprocessingValue() throws -> GeoprocessingValue { .unknown(dataType: "", .null) }
}
