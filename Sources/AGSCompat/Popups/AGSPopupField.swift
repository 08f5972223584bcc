public import Foundation

/// How text is written into a field.
public enum AGSPopupStringFieldOption: Int, Sendable {
    /// Not known here.
    case unknown = -1
    /// On one line.
    case singleLine = 0
    /// On several lines.
    case multiLine = 1
    /// With letters of several kinds; here as on several lines.
    case richText = 2
}

/// An attribute as a popup shows it.
public final class AGSPopupField: NSObject {
    /// The name of the attribute.
    public var fieldName = ""
    /// What people call it.
    public var label = ""
    /// Whether it is shown.
    public var isVisible = true
    /// Whether it may be changed.
    public var isEditable = false
    /// What is said of it to who does not know what it means.
    public var tooltip = ""
    /// How text is written into it.
    public var stringFieldOption = AGSPopupStringFieldOption.singleLine
    /// How its value is written; nil for as people do here.
    public var format: AGSPopupFieldFormat?

    /// An attribute that is shown.
    public override init() { super.init() }
}
