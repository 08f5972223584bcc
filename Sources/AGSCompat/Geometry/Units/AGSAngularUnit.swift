import Foundation

/// Units of angle, by their well-known ids.
public enum AGSAngularUnitID: Int, Sendable, CaseIterable {
    /// Any other.
    case other = 0
    /// 180/π degrees.
    case radians = 9101
    /// 1 degree.
    case degrees = 9102
    /// 1/60 of a degree.
    case minutes = 9103
    /// 1/3600 of a degree.
    case seconds = 9104
    /// 0.9 degrees.
    case grads = 9105

    fileprivate var unit: MeasureUnit? {
        switch self {
        case .other: nil
        case .radians: MeasureUnit(rawValue, "Radian", "Radians", "rad", 180 / .pi)
        case .degrees: MeasureUnit(rawValue, "Degree", "Degrees", "°", 1)
        case .minutes: MeasureUnit(rawValue, "Minute", "Minutes", "'", 1.0 / 60)
        case .seconds: MeasureUnit(rawValue, "Second", "Seconds", "\"", 1.0 / 3600)
        case .grads: MeasureUnit(rawValue, "Grad", "Grads", "grad", 0.9)
        }
    }
}

/// A unit of angle.
public final class AGSAngularUnit: AGSUnit {
    /// Which it is.
    public let unitID: AGSAngularUnitID

    private init(_ unitID: AGSAngularUnitID, _ unit: MeasureUnit) {
        self.unitID = unitID
        super.init(unit)
    }

    /// A unit by its id; nil for `other`.
    public convenience init?(unitID: AGSAngularUnitID) {
        guard let unit = unitID.unit else { return nil }
        self.init(unitID, unit)
    }

    /// 1 radian.
    public static func radians() -> AGSAngularUnit {
        AGSAngularUnit(.radians, AGSAngularUnitID.radians.unit ?? MeasureUnit(9101, "", "", "", 180 / .pi))
    }
    /// 1 degree.
    public static func degrees() -> AGSAngularUnit {
        AGSAngularUnit(.degrees, AGSAngularUnitID.degrees.unit ?? MeasureUnit(9102, "", "", "", 1))
    }

    /// A number of these in radians.
    public func convert(toRadians value: Double) -> Double { value * unit.size * .pi / 180 }
    /// Radians in this unit.
    public func convert(fromRadians radians: Double) -> Double { radians * 180 / .pi / unit.size }
    /// A number of these in another unit.
    public func convert(_ value: Double, to unit: AGSAngularUnit) -> Double { self.unit.convert(value, to: unit.unit) }
    /// A number of another unit in this one.
    public func convert(_ value: Double, from unit: AGSAngularUnit) -> Double { unit.unit.convert(value, to: self.unit) }
}
