import CairnTasks

/// The units of lengths that tools take and give.
public enum AGSGeoprocessingLinearUnits: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// Centimetres.
    case centimeter = 0
    /// Decimetres.
    case decimeter = 1
    /// Kilometres.
    case kilometer = 2
    /// Metres.
    case meter = 3
    /// Millimetres.
    case millimeter = 4
    /// Points.
    case point = 5
    /// Nautical miles.
    case usNauticalMile = 6
    /// Feet.
    case usSurveyFoot = 7
    /// Inches.
    case usSurveyInch = 8
    /// Miles.
    case usSurveyMile = 9
    /// Yards.
    case usSurveyYard = 10

    private static let units: [(AGSGeoprocessingLinearUnits, GeoprocessingLinearUnit.Unit)] = [
        (.centimeter, .centimeters), (.decimeter, .decimeters), (.kilometer, .kilometers), (.meter, .meters),
        (.millimeter, .millimeters), (.point, .points), (.usNauticalMile, .nauticalMiles), (.usSurveyFoot, .feet),
        (.usSurveyInch, .inches), (.usSurveyMile, .miles), (.usSurveyYard, .yards),
    ]

    init(_ unit: GeoprocessingLinearUnit.Unit) {
        self = Self.units.first { $0.1 == unit }?.0 ?? .unknown
    }

    var unit: GeoprocessingLinearUnit.Unit { Self.units.first { $0.0 == self }?.1 ?? .unknown }
}

/// A length that a tool takes or gives.
public final class AGSGeoprocessingLinearUnit: AGSGeoprocessingParameter {
    /// How much of the unit.
    public var distance: Double
    private var unit: GeoprocessingLinearUnit.Unit

    init(_ value: GeoprocessingLinearUnit) {
        (distance, unit) = (value.distance, value.units)
    }

    /// So many metres.
    public convenience init(distance: Double) {
        self.init(distance: distance, geoprocessingLinearUnit: .meter)
    }

    /// So much of a unit.
    public init(distance: Double, geoprocessingLinearUnit: AGSGeoprocessingLinearUnits) {
        (self.distance, unit) = (distance, geoprocessingLinearUnit.unit)
    }

    /// What it is counted in; `unknown` for a unit that the old SDK did not have, which is kept as it is.
    public var geoprocessingLinearUnit: AGSGeoprocessingLinearUnits {
        get { AGSGeoprocessingLinearUnits(unit) }
        set { unit = newValue.unit }
    }

    /// A length.
    public override var type: AGSGeoprocessingParameterType { .linearUnit }

    override func geoprocessingValue() -> GeoprocessingValue {
        .linearUnit(GeoprocessingLinearUnit(distance: distance, units: unit))
    }
}
