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
        if let table = (geoElement as? AGSFeature)?.featureTable {
            fields = table.fields.map(AGSPopupField.init)
            return
        }
        let keys = geoElement.attributes.allKeys.compactMap { $0 as? String }.sorted()
        fields = keys.map { AGSPopupField($0, $0, isEditable: true) }
    }

    /// All attributes of the features of a layer, or a table, which must be loaded: else there are none.
    public init(popupSource: any AGSPopupSource) {
        super.init()
        let table = (popupSource as? AGSFeatureLayer)?.featureTable ?? popupSource as? AGSFeatureTable
        title = table?.displayName ?? ""
        fields = (table?.fields ?? []).map(AGSPopupField.init)
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
    /// A field as its table has it.
    fileprivate convenience init(_ field: AGSField) {
        self.init(field.name, field.alias, isEditable: field.isEditable)
    }

    fileprivate convenience init(_ name: String, _ label: String, isEditable: Bool) {
        self.init()
        (fieldName, self.label, self.isEditable) = (name, label.isEmpty ? name : label, isEditable)
    }

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
