public import CairnCore
public import CairnGeo
public import Foundation

/// A value that a tool takes or gives, with its type.
///
/// ```swift
/// var parameters = try await tool.makeDefaultParameters()
/// parameters.inputs["Size"] = .long(3)
/// let outcome = try await tool.execute(using: parameters)
/// print(try await outcome.output(named: "Places").features?.featureSet?.features.count ?? 0)
/// ```
///
/// What cannot be kept with a job, for it holds an address with a secret in it, cannot be encoded.
public indirect enum GeoprocessingValue: Sendable, Hashable {
    /// Text.
    case string(String)
    /// A whole number.
    case long(Int)
    /// A number.
    case double(Double)
    /// Yes or no.
    case boolean(Bool)
    /// A moment, to the millisecond on the wire.
    case date(Date)
    /// A length.
    case linearUnit(GeoprocessingLinearUnit)
    /// An area.
    case arealUnit(GeoprocessingArealUnit)
    /// A time.
    case timeUnit(GeoprocessingTimeUnit)
    /// Features.
    case features(GeoprocessingFeatures)
    /// Rows without places.
    case table(GeoprocessingFeatures)
    /// A raster, or a layer of one.
    case raster(GeoprocessingRaster)
    /// A file.
    case dataFile(GeoprocessingDataFile)
    /// Values of one type.
    case multiValue([GeoprocessingValue])
    /// Rows: each a list of values, or an object of values by the names of columns.
    case valueTable([JSONValue])
    /// A value of one of the types that its parameter takes.
    case composite(GeoprocessingValue)
    /// A field of a table.
    case field(Field)
    /// What coordinates mean.
    case spatialReference(SpatialReference)
    /// A rectangle.
    case extent(Envelope)
    /// A picture of features or of a raster.
    case mapImage(GeoprocessingMapImage)
    /// A value of a type that is not known here, as it was sent; `.null` is no value, of any type.
    case unknown(dataType: String, JSONValue)
}

extension GeoprocessingValue {
    /// Whether it says that there is no value.
    public var isEmpty: Bool {
        if case .unknown(_, .null) = self { true } else { false }
    }

    /// The text; nil if this is no text.
    public var string: String? {
        if case .string(let value) = value { value } else { nil }
    }

    /// The whole number; nil if this is none.
    public var long: Int? {
        switch value {
        case .long(let value): value
        case .double(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The number; nil if this is no number.
    public var double: Double? {
        switch value {
        case .long(let value): Double(value)
        case .double(let value): value
        default: nil
        }
    }

    /// Yes or no; nil if this is neither.
    public var boolean: Bool? {
        if case .boolean(let value) = value { value } else { nil }
    }

    /// The moment; nil if this is none.
    public var date: Date? {
        if case .date(let value) = value { value } else { nil }
    }

    /// The length; nil if this is none.
    public var linearUnit: GeoprocessingLinearUnit? {
        if case .linearUnit(let value) = value { value } else { nil }
    }

    /// The area; nil if this is none.
    public var arealUnit: GeoprocessingArealUnit? {
        if case .arealUnit(let value) = value { value } else { nil }
    }

    /// The time; nil if this is none.
    public var timeUnit: GeoprocessingTimeUnit? {
        if case .timeUnit(let value) = value { value } else { nil }
    }

    /// The features; nil if this is something else.
    public var features: GeoprocessingFeatures? {
        if case .features(let value) = value { value } else { nil }
    }

    /// The rows without places; nil if this is something else.
    public var table: GeoprocessingFeatures? {
        if case .table(let value) = value { value } else { nil }
    }

    /// The raster; nil if this is none.
    public var raster: GeoprocessingRaster? {
        if case .raster(let value) = value { value } else { nil }
    }

    /// The file; nil if this is none.
    public var dataFile: GeoprocessingDataFile? {
        if case .dataFile(let value) = value { value } else { nil }
    }

    /// The values of a list; nil if this is none.
    public var values: [GeoprocessingValue]? {
        if case .multiValue(let values) = value { values } else { nil }
    }

    /// The rows of a table of values; nil if this is none.
    public var valueTable: [JSONValue]? {
        if case .valueTable(let rows) = value { rows } else { nil }
    }

    /// The field; nil if this is none.
    public var field: Field? {
        if case .field(let value) = value { value } else { nil }
    }

    /// What coordinates mean; nil if this says no such thing.
    public var spatialReference: SpatialReference? {
        if case .spatialReference(let value) = value { value } else { nil }
    }

    /// The rectangle; nil if this is none.
    public var extent: Envelope? {
        if case .extent(let value) = value { value } else { nil }
    }

    /// The picture; nil if this is none.
    public var mapImage: GeoprocessingMapImage? {
        if case .mapImage(let value) = value { value } else { nil }
    }

    /// The value that a composite has; else this one.
    private var value: GeoprocessingValue {
        var value = self
        while case .composite(let inner) = value { value = inner }
        return value
    }
}
