package import CairnCore
package import CairnGeo
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

    /// What a server says of a field; nil if it says nothing.
    package init(of field: Field, _ json: JSONValue?) {
        let isID = field.type == .objectID || field.type.rawValue == "esriFieldTypeGlobalID"
        self.init(
            domain: json?["domain"].flatMap { AttributeDomain(esriJSON: $0, type: field.type) },
            isEditable: !isID && json?["editable"]?.bool != false,
            isNullable: field.type != .objectID && json?["nullable"]?.bool != false)
    }
}

extension FeatureLayerInfo {
    /// What may be written into each of ``fields``, in their order.
    ///
    /// Ids are never editable, and object ids never missing; of another field that nothing is said of, everything is allowed. A domain that cannot be
    /// read is none.
    public var fieldRules: [FieldRules] {
        let said = Dictionary((json["fields"]?.array ?? []).compactMap { json in json["name"]?.string.map { ($0, json) } }) {
            first, _ in
            first
        }
        return fields.map { FieldRules(of: $0, said[$0.name]) }
    }

    /// What may be written into the field of that name, in any case of letters where there is none with these; nil if there is no such field.
    ///
    /// - Complexity: That of all of them: ask for ``fieldRules`` if you want more than one.
    public func rules(forField name: String) -> FieldRules? {
        fieldIndex(of: name).map { fieldRules[$0] }
    }

    /// The name of a field as the field itself has it; nil if there is no such field.
    func ownName(of name: String?) -> String? {
        name.flatMap { fieldIndex(of: $0) }.map { fields[$0].name }
    }

    private func fieldIndex(of name: String) -> Int? {
        fields.firstIndex { $0.name == name } ?? fields.firstIndex { $0.name.caseInsensitiveCompare(name) == .orderedSame }
    }

    var fieldTypes: [String: FieldType] { Dictionary(fields.map { ($0.name, $0.type) }) { first, _ in first } }
}
