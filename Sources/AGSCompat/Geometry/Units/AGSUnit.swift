public import Foundation

/// What lengths, angles or areas are measured in.
public class AGSUnit: NSObject {
    let unit: MeasureUnit

    init(_ unit: MeasureUnit) { self.unit = unit }

    /// Its well-known id.
    public var wkid: Int { unit.wkid }
    /// What one is called in files, such as "Meter".
    public var name: String { unit.name }
    /// What people call one, such as "Meter"; in English.
    public var displayName: String { unit.name }
    /// What people call several, such as "Meters"; in English.
    public var pluralDisplayName: String { unit.plural }
    /// A short form, such as "m".
    public var abbreviation: String { unit.abbreviation }

    /// Whether both are the same unit.
    public func isEqual(to unit: AGSUnit) -> Bool { isEqual(unit) }
    /// Whether both are the same unit.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSUnit)?.unit == unit }
    /// Equal units have equal hashes.
    public override var hash: Int { unit.hashValue }
}
