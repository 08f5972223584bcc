import CairnCore
import CairnGeo
import CairnTasks
import Foundation

extension FeatureTableDefinition {
    /// Refuses what a file would take, and a service does not: attributes without a field, and in fields of text what is another one's.
    ///
    /// - Throws: `GeodatabaseError.noField`, `GeodatabaseError.wrongValue`.
    func verifyTakes(_ features: [Feature]) throws(GeodatabaseError) {
        let types = Dictionary(fields.map { ($0.name, $0.type) }) { first, _ in first }
        for feature in features {
            for (field, value) in feature.attributes where field != objectIDField {
                guard let type = types[field] else { throw .noField(name: field, table: name) }
                if let reason = value.objection(in: type) { throw .wrongValue(field: field, reason: reason) }
            }
        }
    }
}

extension FeatureTableDefinition {
    /// Refuses what a file would take, and fields that a program has made do not: of another type, too long, missing, or not to be changed.
    ///
    /// A new feature may have values that are not to be changed later, and need not have those that its maker cannot give: of such fields, and ids.
    ///
    /// - Parameters:
    ///   - rules: Those of the fields, by name; of a field that is not there everything is allowed.
    ///   - kept: The features that are changed, as they are, by object id: what stays as it is is not changed.
    /// - Throws: `GeodatabaseError.wrongValue`.
    func verifyTakes(
        _ edits: FeatureEdits, by rules: [String: FieldRules], kept: [Int: Feature]
    ) throws(GeodatabaseError) {
        for field in fields {
            let rules = rules[field.name] ?? FieldRules()
            for feature in edits.adds {
                let value = feature.attributes.value(ofAnyCase: field.name) ?? .null
                if let reason = value.objection(in: field, rules) { throw .wrongValue(field: field.name, reason: reason) }
            }
            for feature in edits.updates {
                guard let value = feature.attributes.value(ofAnyCase: field.name) else { continue }
                let own = feature.objectID(objectIDField).flatMap { kept[$0]?.attributes[field.name] } ?? .null
                if !rules.isEditable, value != own { throw .wrongValue(field: field.name, reason: "it is not to be changed") }
                if let reason = value.objection(in: field, rules) { throw .wrongValue(field: field.name, reason: reason) }
            }
        }
    }
}

extension AttributeValue {
    /// Why a field does not take it; nil if it does.
    fileprivate func objection(in field: Field, _ rules: FieldRules) -> String? {
        switch self {
        case .null: rules.expectsValue(of: field.type) ? "it needs one" : nil
        case .string(let text) where field.type == .string && text.isLonger(than: field.length):
            "\"\(text.printable(upTo: 40))\" is longer than \(field.length ?? 0) characters"
        default: objection(in: field.type)
        }
    }

    /// Why a field of a kind of text does not take it; nil if it does, or it is no such field.
    fileprivate func objection(in type: FieldType) -> String? {
        switch self {
        case .integer where type.isText, .double where type.isText: "\"\(text)\" is of another type"
        case .string(let text) where type.rawValue == "esriFieldTypeGUID" && UUID(globalID: text) == nil:
            "\"\(text.printable(upTo: 40))\" is no UUID"
        default: nil
        }
    }
}

extension FieldRules {
    /// Whether a program has to give a value.
    fileprivate func expectsValue(of type: FieldType) -> Bool {
        isEditable && !isNullable && type != .objectID && type.rawValue != "esriFieldTypeGlobalID"
    }
}

extension String {
    fileprivate func isLonger(than length: Int?) -> Bool {
        guard let length, length > 0 else { return false }
        return !unicodeScalars.dropFirst(length).isEmpty
    }
}

extension FieldType {
    private static let texts: Set<String> = [
        "esriFieldTypeString", "esriFieldTypeGUID", "esriFieldTypeGlobalID", "esriFieldTypeXML", "esriFieldTypeDateOnly",
        "esriFieldTypeTimeOnly", "esriFieldTypeTimestampOffset",
    ]

    /// Whether its values are texts.
    fileprivate var isText: Bool { Self.texts.contains(rawValue) }
}
