import Foundation

/// Units of length, by their well-known ids.
public enum AGSLinearUnitID: Int, Sendable, CaseIterable {
    /// Any other.
    case other = 0
    /// 0.001 m.
    case millimeters = 1025
    /// 0.01 m.
    case centimeters = 1033
    /// 1 m.
    case meters = 9001
    /// 0.3048 m.
    case feet = 9002
    /// 1852 m.
    case nauticalMiles = 9030
    /// 1000 m.
    case kilometers = 9036
    /// 1609.344 m.
    case miles = 9093
    /// 0.9144 m.
    case yards = 9096
    /// 0.0254 m.
    case inches = 109008

    fileprivate var unit: MeasureUnit? {
        switch self {
        case .other: nil
        case .millimeters: MeasureUnit(rawValue, "Millimeter", "Millimeters", "mm", 0.001)
        case .centimeters: MeasureUnit(rawValue, "Centimeter", "Centimeters", "cm", 0.01)
        case .meters: MeasureUnit(rawValue, "Meter", "Meters", "m", 1)
        case .feet: MeasureUnit(rawValue, "Foot", "Feet", "ft", 0.3048)
        case .nauticalMiles: MeasureUnit(rawValue, "Nautical Mile", "Nautical Miles", "nm", 1852)
        case .kilometers: MeasureUnit(rawValue, "Kilometer", "Kilometers", "km", 1000)
        case .miles: MeasureUnit(rawValue, "Mile", "Miles", "mi", 1609.344)
        case .yards: MeasureUnit(rawValue, "Yard", "Yards", "yd", 0.9144)
        case .inches: MeasureUnit(rawValue, "Inch", "Inches", "in", 0.0254)
        }
    }
}

/// A unit of length.
public final class AGSLinearUnit: AGSUnit {
    /// Which it is.
    public let unitID: AGSLinearUnitID

    private init(_ unitID: AGSLinearUnitID, _ unit: MeasureUnit) {
        self.unitID = unitID
        super.init(unit)
    }

    /// A unit by its id; nil for `other`.
    public convenience init?(unitID: AGSLinearUnitID) {
        guard let unit = unitID.unit else { return nil }
        self.init(unitID, unit)
    }

    /// The unit of a projected system's well-known text, the last that it names; nil if it names none.
    convenience init?(wkText: String) {
        guard let start = wkText.range(of: "UNIT[", options: .backwards)?.upperBound else { return nil }
        let parts = wkText[start...].prefix { $0 != "]" }.split(separator: ",")
        guard parts.count > 1, let size = Double(parts[1].trimmingCharacters(in: .whitespaces)), size > 0, size.isFinite else {
            return nil
        }
        let name = parts[0].trimmingCharacters(in: ["\"", " "])
        let known = AGSLinearUnitID.allCases.lazy.compactMap { id in id.unit.map { (id, $0) } }.first { $0.1.size == size }
        self.init(known?.0 ?? .other, known?.1 ?? MeasureUnit(0, name, name, name, size))
    }

    /// The unit whose square is a unit of area; nil for acres and hectares, which are no unit's.
    public convenience init?(areaUnit: AGSAreaUnit) {
        let side = areaUnit.unit.size.squareRoot()
        let units = AGSLinearUnitID.allCases.lazy.compactMap { id in id.unit.map { (id, $0) } }
        guard let own = units.first(where: { abs($0.1.size - side) < side * 1e-12 }) else { return nil }
        self.init(own.0, own.1)
    }

    private static func known(_ unitID: AGSLinearUnitID) -> AGSLinearUnit {
        AGSLinearUnit(unitID, unitID.unit ?? MeasureUnit(unitID.rawValue, "", "", "", 1))
    }

    /// 1 m.
    public static func meters() -> AGSLinearUnit { known(.meters) }
    /// 1000 m.
    public static func kilometers() -> AGSLinearUnit { known(.kilometers) }
    /// 1609.344 m.
    public static func miles() -> AGSLinearUnit { known(.miles) }
    /// 0.3048 m.
    public static func feet() -> AGSLinearUnit { known(.feet) }

    /// A number of these in metres.
    public func convert(toMeters value: Double) -> Double { value * unit.size }
    /// Metres in this unit.
    public func convert(fromMeters meters: Double) -> Double { meters / unit.size }
    /// A number of these in another unit.
    public func convert(_ value: Double, to unit: AGSLinearUnit) -> Double { self.unit.convert(value, to: unit.unit) }
    /// A number of another unit in this one.
    public func convert(_ value: Double, from unit: AGSLinearUnit) -> Double { unit.unit.convert(value, to: self.unit) }

    /// The unit that has this one's square; nil if there is none.
    public func toAreaUnit() -> AGSAreaUnit? { AGSAreaUnit(linearUnit: self) }
}
