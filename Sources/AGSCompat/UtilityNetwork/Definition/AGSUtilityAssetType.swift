import CairnTasks
public import Foundation

/// A kind of things within an asset group, such as a three-phase transformer.
public final class AGSUtilityAssetType: NSObject {
    let value: UtilityAssetType

    init(_ value: UtilityAssetType) {
        self.value = value
    }

    /// Its number in its group.
    public var code: Int { value.code }
    /// Its name.
    public var name: String { value.name }
    /// The scale by which its content is drawn; 0 if it is no container.
    public var containerViewScale: Double { value.containerViewScale }
    /// Its terminals; nil if it has but one, as lines have.
    public var terminalConfiguration: AGSUtilityTerminalConfiguration? {
        value.terminalConfiguration.map(AGSUtilityTerminalConfiguration.init)
    }
    /// The categories that it is of.
    public var categories: [AGSUtilityCategory] { value.categories.map(AGSUtilityCategory.init) }

    /// Whether both are the same type of a network.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSUtilityAssetType)?.value.key == value.key }
    /// Equal ones have equal hashes.
    public override var hash: Int { value.key.hashValue }
}
