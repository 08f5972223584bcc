import CairnTasks
public import Foundation

/// A mark that asset types bear, by which traces know them.
public final class AGSUtilityCategory: NSObject {
    let value: UtilityCategory

    init(_ value: UtilityCategory) {
        self.value = value
    }

    /// Its name.
    public var name: String { value.name }

    /// Whether both are the same category.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSUtilityCategory)?.value == value }
    /// Equal ones have equal hashes.
    public override var hash: Int { value.hashValue }
}
