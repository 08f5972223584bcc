extension GeoprocessingValue {
    /// The type of the value. Of an empty list it is that of a list of texts.
    public var dataType: GeoprocessingDataType {
        switch self {
        case .string: .string
        case .long: .long
        case .double: .double
        case .boolean: .boolean
        case .date: .date
        case .linearUnit: .linearUnit
        case .arealUnit: .arealUnit
        case .timeUnit: .timeUnit
        case .features: .features
        case .table: .table
        case .raster: .raster
        case .dataFile: .dataFile
        case .multiValue(let values): .multiValue(of: values.first?.dataType ?? .string)
        case .valueTable: .valueTable
        case .composite: .composite
        case .field: .field
        case .spatialReference: .spatialReference
        case .extent: .extent
        case .mapImage: .rasterLayer
        case .unknown(let type, _): GeoprocessingDataType(rawValue: type)
        }
    }
}
