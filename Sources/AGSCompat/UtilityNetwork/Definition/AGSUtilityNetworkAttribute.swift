import CairnTasks
public import Foundation

/// Something that the network knows of each of its parts, such as which phases a line has.
public final class AGSUtilityNetworkAttribute: NSObject {
    let value: UtilityNetworkAttribute

    init(_ value: UtilityNetworkAttribute) {
        self.value = value
    }

    /// The attribute of that name; one of which nothing else is known if the network does not have it.
    convenience init(named name: String, in definition: UtilityNetworkDefinition) {
        let unknown = UtilityNetworkAttribute(name: name, dataType: UtilityNetworkAttributeDataType(rawValue: ""))
        self.init(definition.networkAttribute(named: name) ?? unknown)
    }

    /// Its name.
    public var name: String { value.name }
    /// What its values are.
    public var dataType: AGSUtilityNetworkAttributeDataType { AGSUtilityNetworkAttributeDataType(value.dataType) }
    /// Whether the network keeps it for itself, such as the number of an asset group.
    public var isSystemDefined: Bool { value.isSystemDefined }
    /// Whether a line's value is shared out along it.
    public var isApportionable: Bool { value.isApportionable }
    /// Which values it may have; nil if they may be any, or the service does not tell.
    public var domain: AGSDomain? { value.domain.map(AGSDomain.make) }

    /// Whether both are the same attribute.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSUtilityNetworkAttribute)?.value == value }
    /// Equal ones have equal hashes.
    public override var hash: Int { value.name.hashValue }
}
