import CairnCore
import CairnGeo
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

extension AttributeValue {
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

extension FieldType {
    private static let texts: Set<String> = [
        "esriFieldTypeString", "esriFieldTypeGUID", "esriFieldTypeGlobalID", "esriFieldTypeXML", "esriFieldTypeDateOnly",
        "esriFieldTypeTimeOnly", "esriFieldTypeTimestampOffset",
    ]

    /// Whether its values are texts.
    fileprivate var isText: Bool { Self.texts.contains(rawValue) }
}
