import CairnCallbacks
public import Foundation

/// What a popup shows, and how it is changed.
open class AGSPopupManager: NSObject {
    /// The popup.
    public let popup: AGSPopup
    /// Whether it is being changed.
    public private(set) var isEditing = false
    /// What the attributes were before.
    private var former: NSDictionary?
    private var formerGeometry: AGSGeometry?

    /// What a popup shows.
    public init(popup: AGSPopup) { self.popup = popup }

    /// What a popup of nothing shows, which can neither be changed nor deleted: for a subclass that says otherwise what it shows.
    public override init() {
        let nothing = AGSPopupDefinition()
        (nothing.allowEdit, nothing.allowEditGeometry, nothing.allowDelete) = (false, false, false)
        popup = AGSPopup(geoElement: AGSGraphic(), popupDefinition: nothing)
        super.init()
    }

    /// The title.
    public var title: String? { popup.title }
    /// The attributes that are shown.
    public var displayFields: [AGSPopupField] { popup.popupDefinition.fields.filter(\.isVisible) }
    /// The attributes that may be changed.
    public var editableDisplayFields: [AGSPopupField] { displayFields.filter(\.isEditable) }
    /// Whether the attributes may be changed: those of a feature by its table.
    open var shouldAllowEdit: Bool { popup.popupDefinition.allowEdit && table?.isEditable ?? true }
    /// Whether it may be deleted: a feature by its table.
    open var shouldAllowDelete: Bool {
        guard let feature, popup.popupDefinition.allowDelete else { return false }
        return table?.canDelete(feature) ?? false
    }
    /// Whether its place may be changed: that of a feature by its table.
    open var shouldAllowEditGeometry: Bool { popup.popupDefinition.allowEditGeometry && table?.canEditGeometry ?? true }
    /// Whether its attachments are shown: those of a feature whose table has any.
    open var shouldShowAttachments: Bool { popup.popupDefinition.showAttachments && hasAttachments }
    /// Whether its attachments may be changed: those of a feature by its table.
    open var shouldAllowEditAttachments: Bool {
        shouldShowAttachments && (feature as? AGSArcGISFeature)?.canEditAttachments == true
    }

    /// By which name the attributes have what a field shows.
    private func name(of field: AGSPopupField) -> String { column(of: field)?.name ?? field.fieldName }

    var feature: AGSFeature? { popup.geoElement as? AGSFeature }
    private var table: AGSFeatureTable? { feature?.featureTable }
    private var hasAttachments: Bool { (table as? AGSArcGISFeatureTable)?.hasAttachments == true }

    /// The value of an attribute; nil if it has none.
    open func value(for field: AGSPopupField) -> Any? {
        let value = popup.geoElement.attributes[name(of: field)]
        return value is NSNull ? nil : value
    }
    /// The value of an attribute as people read it; empty if it has none.
    open func formattedValue(for field: AGSPopupField) -> String {
        let value = value(for: field)
        let coded = (domain(for: field) as? AGSCodedValueDomain)?.value(value)
        return coded?.name ?? field.format?.text(of: value) ?? AGSPopup.text(of: value)
    }
    /// What an attribute is called.
    public func label(for field: AGSPopupField) -> String { field.label.isEmpty ? field.fieldName : field.label }

    /// Begins to change it.
    ///
    /// - Returns: Whether it may be changed, and was not being changed already.
    @discardableResult
    open func startEditing() -> Bool {
        guard !isEditing, shouldAllowEdit else { return false }
        isEditing = true
        former = popup.geoElement.attributes.copy() as? NSDictionary
        formerGeometry = popup.geoElement.geometry
        return true
    }

    /// Changes an attribute.
    ///
    /// - Throws: An error in `AGSErrorDomain` if it is not being changed, or the attribute may not be, or its table has values of another type there.
    ///   What else speaks against a value is told by ``validationError(for:)``.
    open func updateValue(_ value: Any?, field: AGSPopupField) throws {
        guard isEditing else {
            throw AGSError.runtime(.commonIllegalState, "The popup is not being edited: start editing first.")
        }
        guard field.isEditable else {
            throw AGSError.runtime(.commonNoPermission, "\(label(for: field)) may not be changed.")
        }
        if let value, !(value is NSNull), let words = typeObjection(to: value, for: field) {
            throw AGSError.runtime(.commonInvalidArgument, "\(label(for: field)) \(words).")
        }
        popup.geoElement.attributes[name(of: field)] = value ?? NSNull()
    }

    /// Takes back what has changed.
    open func cancelEditing() {
        guard isEditing else { return }
        isEditing = false
        popup.geoElement.attributes.setDictionary(former as? [AnyHashable: Any] ?? [:])
        popup.geoElement.geometry = formerGeometry
    }

    /// Keeps what has changed: a feature of a table is updated there, or added if it is not there yet.
    ///
    /// - Parameter completion: Called once, with why it could not be kept.
    open func finishEditing(completion: @escaping ((any Error)?) -> Void) {
        let wasEditing = isEditing
        isEditing = false
        guard wasEditing, let feature, let table else {
            return Callback<Carried<(any Error)?>> { completion($0.value) }.answer(wasEditing ? nil : Self.notEditing)
        }
        if feature.objectID == nil {
            table.add(feature, completion: completion)
        } else {
            table.update(feature, completion: completion)
        }
    }

    private static var notEditing: NSError { AGSError.runtime(.commonIllegalState, "The popup is not being edited.") }
}

extension Callback where Value == Carried<(any Error)?> {
    fileprivate func answer(_ error: (any Error)?) { callLater(Carried(error)) }
}
