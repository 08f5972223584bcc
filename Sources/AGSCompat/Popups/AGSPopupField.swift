public import Foundation

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

    /// An attribute that is shown.
    public override init() { super.init() }
}
