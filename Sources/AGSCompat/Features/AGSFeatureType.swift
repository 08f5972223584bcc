import CairnGeo
import CairnTasks
public import Foundation

/// One of the kinds into which a field of a table divides its features.
public final class AGSFeatureType: NSObject {
    private let value: FeatureType

    init(_ value: FeatureType) {
        self.value = value
    }

    /// The value that its features have in the field of kinds; nil for none.
    public var typeID: Any? { value.id == .null ? nil : LegacyAttributes.value(value.id, nil) }
    /// Its name for people.
    public var name: String { value.name }
    /// The values that fields may have in features of this kind, by the names of the fields.
    public var domains: [String: AGSDomain] { value.domains.mapValues(AGSDomain.make) }
    /// What new features of this kind are filled with.
    public var templates: [AGSFeatureTemplate] { value.templates.map(AGSFeatureTemplate.init) }

    /// Whether both are the same kind.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSFeatureType)?.value == value }
    /// Equal kinds have equal hashes.
    public override var hash: Int { value.hashValue }
}

/// A subtype of a table: one of the kinds into which its geodatabase divides its features.
public final class AGSFeatureSubtype: NSObject {
    private let value: FeatureType

    init(_ value: FeatureType) {
        self.value = value
    }

    /// The value that its features have in the field of subtypes; nil for none.
    public var code: Any? { value.id == .null ? nil : LegacyAttributes.value(value.id, nil) }
    /// Its name for people.
    public var name: String { value.name }
    /// The values that fields may have in features of this subtype, by the names of the fields.
    public var domains: [String: AGSDomain] { value.domains.mapValues(AGSDomain.make) }

    /// Whether both are the same subtype.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSFeatureSubtype)?.value == value }
    /// Equal subtypes have equal hashes.
    public override var hash: Int { value.hashValue }
}
