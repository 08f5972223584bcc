import Foundation

/// Units of area, by their well-known ids.
public enum AGSAreaUnitID: Int, Sendable, CaseIterable {
    /// Any other.
    case other = 0
    /// 10,000 m².
    case hectares = 109401
    /// 4046.8564224 m².
    case acres = 109402
    /// 1 m².
    case squareMeters = 109404
    /// A square of 0.3048 m.
    case squareFeet = 109405
    /// 1,000,000 m².
    case squareKilometers = 109414
    /// A square of 1609.344 m.
    case squareMiles = 109439
    /// A square of 0.9144 m.
    case squareYards = 109442
    /// 0.01 m².
    case squareDecimeters = 109450
    /// 0.0001 m².
    case squareCentimeters = 109451
    /// 0.000001 m².
    case squareMillimeters = 109452

    fileprivate var unit: MeasureUnit? {
        switch self {
        case .other: nil
        case .hectares: MeasureUnit(rawValue, "Hectare", "Hectares", "ha", 10_000)
        case .acres: MeasureUnit(rawValue, "Acre", "Acres", "ac", 4046.8564224)
        case .squareMeters: MeasureUnit(rawValue, "Square Meter", "Square Meters", "m²", 1)
        case .squareFeet: MeasureUnit(rawValue, "Square Foot", "Square Feet", "ft²", 0.3048 * 0.3048)
        case .squareKilometers: MeasureUnit(rawValue, "Square Kilometer", "Square Kilometers", "km²", 1_000_000)
        case .squareMiles: MeasureUnit(rawValue, "Square Mile", "Square Miles", "mi²", 1609.344 * 1609.344)
        case .squareYards: MeasureUnit(rawValue, "Square Yard", "Square Yards", "yd²", 0.9144 * 0.9144)
        case .squareDecimeters: MeasureUnit(rawValue, "Square Decimeter", "Square Decimeters", "dm²", 0.01)
        case .squareCentimeters: MeasureUnit(rawValue, "Square Centimeter", "Square Centimeters", "cm²", 0.0001)
        case .squareMillimeters: MeasureUnit(rawValue, "Square Millimeter", "Square Millimeters", "mm²", 0.000001)
        }
    }
}

/// A unit of area.
public final class AGSAreaUnit: AGSUnit {
    /// Which it is.
    public let unitID: AGSAreaUnitID

    private init(_ unitID: AGSAreaUnitID, _ unit: MeasureUnit) {
        self.unitID = unitID
        super.init(unit)
    }

    /// A unit by its id; nil for `other`.
    public convenience init?(unitID: AGSAreaUnitID) {
        guard let unit = unitID.unit else { return nil }
        self.init(unitID, unit)
    }

    /// The square of a unit of length; nil if it has no name.
    public convenience init?(linearUnit: AGSLinearUnit) {
        let size = linearUnit.unit.size * linearUnit.unit.size
        let units = AGSAreaUnitID.allCases.lazy.compactMap { id in id.unit.map { (id, $0) } }
        // A hectare is nobody's square, and no acre is a unit's.
        guard let own = units.first(where: { abs($0.1.size - size) < size * 1e-12 }) else { return nil }
        self.init(own.0, own.1)
    }

    private static func known(_ unitID: AGSAreaUnitID) -> AGSAreaUnit {
        AGSAreaUnit(unitID, unitID.unit ?? MeasureUnit(unitID.rawValue, "", "", "", 1))
    }

    /// 1 m².
    public static func squareMeters() -> AGSAreaUnit { known(.squareMeters) }
    /// 1,000,000 m².
    public static func squareKilometers() -> AGSAreaUnit { known(.squareKilometers) }
    /// A square of 1609.344 m.
    public static func squareMiles() -> AGSAreaUnit { known(.squareMiles) }
    /// A square of 0.3048 m.
    public static func squareFeet() -> AGSAreaUnit { known(.squareFeet) }

    /// A number of these in square metres.
    public func convert(toSquareMeters value: Double) -> Double { value * unit.size }
    /// Square metres in this unit.
    public func convert(fromSquareMeters squareMeters: Double) -> Double { squareMeters / unit.size }
    /// A number of these in another unit.
    public func convert(_ value: Double, to unit: AGSAreaUnit) -> Double { self.unit.convert(value, to: unit.unit) }
    /// A number of another unit in this one.
    public func convert(_ value: Double, from unit: AGSAreaUnit) -> Double { unit.unit.convert(value, to: self.unit) }
}
