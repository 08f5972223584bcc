public import Foundation

/// Something whose attributes are shown, as a model: nothing here shows it.
open class AGSPopup: NSObject {
    /// What is shown.
    public let geoElement: any AGSGeoElement
    /// How it is shown.
    public let popupDefinition: AGSPopupDefinition

    /// Something that is shown in some way.
    ///
    /// - Parameters:
    ///   - geoElement: What is shown.
    ///   - popupDefinition: How; nil for what the table of a feature says, and for all attributes where that says nothing.
    public init(geoElement: any AGSGeoElement, popupDefinition: AGSPopupDefinition?) {
        self.geoElement = geoElement
        self.popupDefinition = popupDefinition ?? Self.definition(of: geoElement)
    }

    /// Something as its table shows it, or with all its attributes.
    public init(geoElement: any AGSGeoElement) {
        (self.geoElement, popupDefinition) = (geoElement, Self.definition(of: geoElement))
    }

    /// What the table of a feature says; all attributes where that says nothing.
    private static func definition(of geoElement: any AGSGeoElement) -> AGSPopupDefinition {
        (geoElement as? AGSFeature)?.featureTable?.popupDefinition ?? AGSPopupDefinition(geoElement: geoElement)
    }

    /// The title, with what stands for attributes replaced by their values.
    public var title: String? {
        let words = popupDefinition.title
        return words.matches(of: #/{([^{}]*)}/#).reversed().reduce(into: words) { title, match in
            title.replaceSubrange(match.range, with: text(ofAttribute: String(match.1)))
        }
    }

    /// The value of an attribute as people read it, of which the name may be written with other capitals.
    private func text(ofAttribute name: String) -> String {
        let manager = AGSPopupManager(popup: self)
        let other = AGSPopupField()
        other.fieldName = name
        return manager.formattedValue(for: manager.field(forName: name) ?? other)
    }

    /// A value as people read it.
    static func text(of value: Any?) -> String {
        switch value {
        case nil, is NSNull: ""
        case let date as Date: date.formatted(date: .abbreviated, time: .shortened)
        case let text as String: text
        case let number as NSNumber: number.stringValue
        case let id as UUID: id.uuidString
        case let other?: "\(other)"
        }
    }
}
