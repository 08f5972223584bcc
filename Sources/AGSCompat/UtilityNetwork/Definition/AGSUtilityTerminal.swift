import CairnTasks
public import Foundation

/// A place of a device at which others are connected, such as its high side.
public final class AGSUtilityTerminal: NSObject {
    let value: UtilityTerminal

    init(_ value: UtilityTerminal) {
        self.value = value
    }

    /// Its number in its configuration.
    public var terminalID: Int { value.id }
    /// Its name.
    public var name: String { value.name }
    /// Whether what flows comes in here, in a configuration that has a direction.
    public var isUpstreamTerminal: Bool { value.isUpstreamTerminal }

    /// Whether both are the same terminal.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSUtilityTerminal)?.value == value }
    /// Equal ones have equal hashes.
    public override var hash: Int { value.hashValue }
}
