import CairnCore
public import Foundation

/// How the attributes of something are shown, as a model.
public final class AGSPopupDefinition: NSObject {
    /// The title; a name of an attribute in braces stands for its value.
    public var title = ""
    /// The attributes, in the order in which they are shown.
    public var fields: [AGSPopupField] = []
    /// Whether attributes may be changed where their table allows it.
    public var allowEdit = true
    /// Whether the place may be changed where its table allows it.
    public var allowEditGeometry = true
    /// Whether it may be deleted where its table allows it.
    public var allowDelete = true
    /// Whether attachments are shown.
    public var showAttachments = true

    /// Nothing is shown.
    public override init() { super.init() }

    /// All attributes of something, those of a feature as its table has them.
    public init(geoElement: any AGSGeoElement) {
        super.init()
        let fields = (geoElement as? AGSFeature)?.featureTable?.fields
        let names = fields?.map { ($0.name, $0.alias, $0.isEditable) }
        let keys = geoElement.attributes.allKeys.compactMap { $0 as? String }.sorted()
        for (name, label, isEditable) in names ?? keys.map({ ($0, $0, true) }) {
            let field = AGSPopupField()
            (field.fieldName, field.label, field.isEditable) = (name, label.isEmpty ? name : label, isEditable)
            self.fields.append(field)
        }
    }
}

extension AGSPopupDefinition {
    /// As a web map writes it; members that cannot be read count as missing.
    convenience init(_ json: JSONValue) {
        self.init()
        title = json["title"]?.string ?? ""
        showAttachments = json["showAttachments"]?.bool ?? true
        fields = (json["fieldInfos"]?.array ?? []).compactMap(AGSPopupField.init)
    }
}

extension AGSPopupField {
    /// As a web map writes it; nil without a name.
    fileprivate convenience init?(_ json: JSONValue) {
        guard let name = json["fieldName"]?.string else { return nil }
        self.init()
        (fieldName, label, tooltip) = (name, json["label"]?.string ?? name, json["tooltip"]?.string ?? "")
        (isVisible, isEditable) = (json["visible"]?.bool ?? true, json["isEditable"]?.bool ?? false)
        switch json["stringFieldOption"]?.string {
        case "textarea": stringFieldOption = .multiLine
        case "richtext": stringFieldOption = .richText
        default: stringFieldOption = .singleLine
        }
        guard let format = json["format"], format.object != nil else { return }
        let own = AGSPopupFieldFormat()
        (own.decimalPlaces, own.useThousandsSeparator) = (format["places"]?.int ?? -1, format["digitSeparator"]?.bool ?? false)
        self.format = own
    }
}
