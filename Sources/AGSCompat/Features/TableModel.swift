import CairnGeo
import CairnTasks
import Foundation

/// The columns and kinds of a table, as old objects.
final class TableModel {
    let fields: [AGSField]
    let typeIDField: String?
    let subtypeField: String?
    let featureTypes: [AGSFeatureType]
    let templates: [AGSFeatureTemplate]
    let subtypes: [AGSFeatureSubtype]
    private let byName: [String: AGSField]
    private let byLowercasedName: [String: AGSField]

    /// - Parameters:
    ///   - all: The columns, the object id first.
    ///   - info: What a service has said of them; nil if none has.
    convenience init(_ all: [Field], _ info: FeatureLayerInfo?) {
        let said = info.map { info in Dictionary(zip(info.fields.map(\.name), info.fieldRules)) { first, _ in first } } ?? [:]
        self.init(all.map { AGSField($0, said[$0.name]) }, info)
    }

    init(_ fields: [AGSField], _ info: FeatureLayerInfo? = nil) {
        self.fields = fields
        byName = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
        byLowercasedName = Dictionary(fields.map { ($0.name.lowercased(), $0) }) { first, _ in first }
        (typeIDField, subtypeField) = (info?.typeIDField, info?.subtypeField)
        featureTypes = (info?.featureTypes ?? []).map(AGSFeatureType.init)
        templates = (info?.templates ?? []).map(AGSFeatureTemplate.init)
        subtypes = (info?.subtypes ?? []).map(AGSFeatureSubtype.init)
    }

    /// The column of that name, in any case of letters where there is none with these.
    func field(named name: String) -> AGSField? { byName[name] ?? byLowercasedName[name.lowercased()] }
}
