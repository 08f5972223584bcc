import CairnGeo
import CairnTasks
public import Foundation

/// One column of a table.
public final class AGSField: NSObject {
    let value: Field
    let rules: FieldRules

    /// - Parameter rules: What may be written into it; nil for anything, but into ids.
    init(_ value: Field, _ rules: FieldRules? = nil) {
        self.value = value
        self.rules = rules ?? FieldRules(of: value, nil)
    }

    /// A column of a table that is made here.
    ///
    /// - Parameters:
    ///   - fieldType: The type; of what is not known it is text.
    ///   - name: The name in attributes and conditions.
    ///   - alias: The name for people.
    ///   - length: The greatest length of text; 0 for any.
    ///   - domain: The values that it may have; nil for any.
    ///   - editable: Whether it may be changed.
    ///   - allowNull: Whether it may have no value.
    public init(
        fieldType: AGSFieldType, name: String, alias: String, length: Int, domain: AGSDomain?, editable: Bool, allowNull: Bool
    ) {
        value = Field(name, type: fieldType.value ?? .string, alias: alias, length: length > 0 ? length : nil)
        rules = FieldRules(domain: domain?.value, isEditable: editable, isNullable: allowNull)
    }

    /// A column of text that may be changed, and may be missing.
    public static func textField(withName name: String, alias: String, length: Int) -> AGSField {
        AGSField(.text, name, alias, length: length)
    }

    /// A column of moments that may be changed, and may be missing.
    public static func dateField(withName name: String, alias: String) -> AGSField { AGSField(.date, name, alias) }

    /// A column of numbers that may be changed, and may be missing.
    public static func doubleField(withName name: String, alias: String) -> AGSField { AGSField(.double, name, alias) }

    /// A column of numbers of single precision that may be changed, and may be missing.
    public static func floatField(withName name: String, alias: String) -> AGSField { AGSField(.float, name, alias) }

    /// A column of whole numbers of 32 bits that may be changed, and may be missing.
    public static func longIntField(withName name: String, alias: String) -> AGSField { AGSField(.int32, name, alias) }

    /// A column of whole numbers of 16 bits that may be changed, and may be missing.
    public static func shortIntField(withName name: String, alias: String) -> AGSField { AGSField(.int16, name, alias) }

    private convenience init(_ type: AGSFieldType, _ name: String, _ alias: String, length: Int = 0) {
        self.init(fieldType: type, name: name, alias: alias, length: length, domain: nil, editable: true, allowNull: true)
    }

    /// The name in attributes and conditions.
    public var name: String { value.name }
    /// The name for people.
    public var alias: String { value.alias }
    /// The type.
    public var type: AGSFieldType { AGSFieldType(value.type) }
    /// The greatest length of text; 0 if nothing is said of it.
    public var length: Int { max(0, value.length ?? 0) }
    /// The values that it may have; nil for any.
    public var domain: AGSDomain? { rules.domain.map(AGSDomain.make) }
    /// Whether it may be changed.
    public var isEditable: Bool { rules.isEditable }
    /// Whether it may have no value.
    public var allowNull: Bool { rules.isNullable }

    /// Whether both are the same field.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSField)?.value == value }
    /// Equal fields have equal hashes.
    public override var hash: Int { value.hashValue }
}
