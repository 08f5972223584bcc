import CairnTasks

/// The type of a parameter of a tool.
public enum AGSGeoprocessingParameterType: Int, Sendable {
    /// None of these; see ``AGSGeoprocessingUnknownParameter``.
    case unknown = -1
    /// Yes or no.
    case boolean = 0
    /// A file.
    case dataFile = 1
    /// A moment.
    case date = 2
    /// A number.
    case double = 3
    /// Features, or rows without places.
    case features = 4
    /// A length.
    case linearUnit = 5
    /// A whole number.
    case long = 6
    /// Values of one type.
    case multiValue = 7
    /// A raster.
    case raster = 8
    /// Text.
    case string = 9

    init(_ type: GeoprocessingDataType) {
        if type.elementType != nil {
            self = .multiValue
            return
        }
        switch type {
        case .boolean: self = .boolean
        case .dataFile: self = .dataFile
        case .date: self = .date
        case .double: self = .double
        case .features, .table: self = .features
        case .linearUnit: self = .linearUnit
        case .long: self = .long
        case .raster, .rasterLayer: self = .raster
        case .string: self = .string
        default: self = .unknown
        }
    }
}
