import CairnTasks
public import Foundation

/// The terminals that devices of some asset types have.
public final class AGSUtilityTerminalConfiguration: NSObject {
    private let value: UtilityTerminalConfiguration

    init(_ value: UtilityTerminalConfiguration) {
        self.value = value
    }

    /// Its number in the network.
    public var terminalConfigurationID: Int { value.id }
    /// Its name.
    public var name: String { value.name }
    /// The terminals.
    public var terminals: [AGSUtilityTerminal] { value.terminals.map(AGSUtilityTerminal.init) }
}
