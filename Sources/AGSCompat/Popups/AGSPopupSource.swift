/// What says how its features are shown as popups: a layer of features, or a table.
public protocol AGSPopupSource: AnyObject {
    /// How they are shown; nil for all attributes.
    var popupDefinition: AGSPopupDefinition? { get set }
    /// Whether they are shown.
    var isPopupEnabled: Bool { get set }
}
