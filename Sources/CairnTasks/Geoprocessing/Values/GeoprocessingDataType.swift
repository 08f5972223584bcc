/// The type of a parameter of a tool, an open set: what a newer server adds is kept as it is.
public struct GeoprocessingDataType: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `GPString` or `GPMultiValue:GPLong`.
    public let rawValue: String

    /// The type of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Text.
    public static let string = GeoprocessingDataType(rawValue: "GPString")
    /// A whole number.
    public static let long = GeoprocessingDataType(rawValue: "GPLong")
    /// A number.
    public static let double = GeoprocessingDataType(rawValue: "GPDouble")
    /// Yes or no.
    public static let boolean = GeoprocessingDataType(rawValue: "GPBoolean")
    /// A moment.
    public static let date = GeoprocessingDataType(rawValue: "GPDate")
    /// A length.
    public static let linearUnit = GeoprocessingDataType(rawValue: "GPLinearUnit")
    /// An area.
    public static let arealUnit = GeoprocessingDataType(rawValue: "GPArealUnit")
    /// A time.
    public static let timeUnit = GeoprocessingDataType(rawValue: "GPTimeUnit")
    /// Features.
    public static let features = GeoprocessingDataType(rawValue: "GPFeatureRecordSetLayer")
    /// Rows without places.
    public static let table = GeoprocessingDataType(rawValue: "GPRecordSet")
    /// A raster.
    public static let raster = GeoprocessingDataType(rawValue: "GPRasterData")
    /// A layer of a raster.
    public static let rasterLayer = GeoprocessingDataType(rawValue: "GPRasterDataLayer")
    /// A file.
    public static let dataFile = GeoprocessingDataType(rawValue: "GPDataFile")
    /// Rows of values of several types.
    public static let valueTable = GeoprocessingDataType(rawValue: "GPValueTable")
    /// A value of one of several types.
    public static let composite = GeoprocessingDataType(rawValue: "GPComposite")
    /// A field of a table.
    public static let field = GeoprocessingDataType(rawValue: "Field")
    /// What coordinates mean.
    public static let spatialReference = GeoprocessingDataType(rawValue: "GPSpatialReference")
    /// A rectangle.
    public static let extent = GeoprocessingDataType(rawValue: "GPExtent")

    /// The list of values of a type.
    public static func multiValue(of element: GeoprocessingDataType) -> GeoprocessingDataType {
        GeoprocessingDataType(rawValue: multiValuePrefix + element.rawValue)
    }

    /// The type of each value of a list; nil for all other types.
    public var elementType: GeoprocessingDataType? {
        guard rawValue.lowercased().hasPrefix(Self.multiValuePrefix.lowercased()) else { return nil }
        return GeoprocessingDataType(rawValue: String(rawValue.dropFirst(Self.multiValuePrefix.count)))
    }

    private static let multiValuePrefix = "GPMultiValue:"

    /// What the names mean, however servers and versions of them write them.
    enum Kind {
        case text, long, double, boolean, date, linearUnit, arealUnit, timeUnit, features, table, raster, dataFile
        case multiValue, valueTable, composite, field, spatialReference, extent
    }

    var kind: Kind? {
        if elementType != nil { return .multiValue }
        return switch rawValue.lowercased() {
        case "gpstring", "gpstringhidden", "gpsqlexpression": .text
        case "gplong": .long
        case "gpdouble": .double
        case "gpboolean": .boolean
        case "gpdate": .date
        case "gplinearunit": .linearUnit
        case "gparealunit": .arealUnit
        case "gptimeunit": .timeUnit
        case "gpfeaturerecordsetlayer": .features
        case "gprecordset": .table
        case "gprasterdata", "gprasterdatalayer": .raster
        case "gpdatafile": .dataFile
        case "gpvaluetable": .valueTable
        case "gpcomposite": .composite
        case "field": .field
        case "gpspatialreference", "gpcoordinatesystem": .spatialReference
        case "gpextent", "gpenvelope": .extent
        default: nil
        }
    }
}
