import CairnCore
import CairnGeo
import Foundation

/// What a service lets its callers write into a field.
///
/// ```swift
/// let species = table.info?.rules(forField: "SPECIES")
/// print(species?.domain?.codedValues.map(\.name) ?? [])
/// ```
public struct FieldRules: Sendable, Hashable {
    /// The values that it may have; nil for any.
    public var domain: AttributeDomain?
    /// Whether callers may change it.
    public var isEditable: Bool
    /// Whether it may have no value.
    public var isNullable: Bool

    /// What may be written into a field.
    public init(domain: AttributeDomain? = nil, isEditable: Bool = true, isNullable: Bool = true) {
        (self.domain, self.isEditable, self.isNullable) = (domain, isEditable, isNullable)
    }
}

extension FeatureLayerInfo {
    /// What may be written into the field of that name, in any case of letters; nil if there is no such field.
    ///
    /// Ids are never editable, and object ids never missing; of another field that nothing is said of, everything is allowed. A domain that cannot be read is none.
    public func rules(forField name: String) -> FieldRules? {
        guard let field = fields.first(where: { $0.name.isEqual(toField: name) }) else { return nil }
        let json = json["fields"]?.array?.first { $0["name"]?.string?.isEqual(toField: name) == true }
        let isID = field.type == .objectID || field.type.rawValue == "esriFieldTypeGlobalID"
        return FieldRules(
            domain: json?["domain"].flatMap(AttributeDomain.init(esriJSON:)),
            isEditable: !isID && json?["editable"]?.bool != false,
            isNullable: field.type != .objectID && json?["nullable"]?.bool != false)
    }
}

extension String {
    fileprivate func isEqual(toField name: String) -> Bool { caseInsensitiveCompare(name) == .orderedSame }
}
