import CairnGeo
public import Foundation

/// A component of an address, or an attribute of a result.
public final class AGSLocatorAttribute: NSObject {
    private let field: Field

    init(_ field: Field) { self.field = field }

    /// What it is called in parameters and results.
    public var name: String { field.name }
    /// What people call it.
    public var displayName: String { field.alias }
    /// Whether an address needs it.
    public var required: Bool { field.isRequired }
}
