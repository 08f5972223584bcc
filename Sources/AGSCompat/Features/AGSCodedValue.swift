import CairnGeo
import CairnTasks
public import Foundation

/// A value with its name.
public final class AGSCodedValue: NSObject {
    private let value: AttributeDomain.CodedValue

    init(_ value: AttributeDomain.CodedValue) {
        self.value = value
    }

    /// What it is called.
    public var name: String { value.name }
    /// The value: a number, a text or a date; nil for none.
    public var code: Any? { value.code == .null ? nil : LegacyAttributes.value(value.code, nil) }

    /// Whether both are the same value of the same name.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSCodedValue)?.value == value }
    /// Equal ones have equal hashes.
    public override var hash: Int { value.hashValue }
}
