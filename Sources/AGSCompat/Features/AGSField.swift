import CairnGeo
public import Foundation

/// One column of a table.
public final class AGSField: NSObject {
    let value: Field

    init(_ value: Field) {
        self.value = value
    }

    /// The name in attributes and conditions.
    public var name: String { value.name }
    /// The name for people.
    public var alias: String { value.alias }
    /// The type.
    public var type: AGSFieldType { AGSFieldType(value.type) }
    /// The greatest length of text; 0 if nothing is said of it.
    public var length: Int { value.length ?? 0 }

    /// Whether both are the same field.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSField)?.value == value }
    /// Equal fields have equal hashes.
    public override var hash: Int { value.hashValue }
}
