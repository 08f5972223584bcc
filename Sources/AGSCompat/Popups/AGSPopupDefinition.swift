public import Foundation

/// How the attributes of something are shown, as a model.
public final class AGSPopupDefinition: NSObject {
    /// The title; a name of an attribute in braces stands for its value.
    public var title = ""
    /// The attributes, in the order in which they are shown.
    public var fields: [AGSPopupField] = []

    /// Nothing is shown.
    public override init() { super.init() }

    /// All attributes of something, those of a feature as its table has them.
    public init(geoElement: any AGSGeoElement) {
        super.init()
        let fields = (geoElement as? AGSFeature)?.featureTable?.fields
        let names = fields?.map { ($0.name, $0.alias, $0.type != .OID && $0.type != .globalID) }
        let keys = geoElement.attributes.allKeys.compactMap { $0 as? String }.sorted()
        for (name, label, isEditable) in names ?? keys.map({ ($0, $0, true) }) {
            let field = AGSPopupField()
            (field.fieldName, field.label, field.isEditable) = (name, label.isEmpty ? name : label, isEditable)
            self.fields.append(field)
        }
    }
}
