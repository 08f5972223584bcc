import CairnTasks
public import Foundation

/// Which of the traces that were set up in a network are asked for: all, unless something else is said.
public final class AGSUtilityNamedTraceConfigurationQueryParameters: NSObject {
    /// Those with these global ids; empty for all.
    public var globalIDs: [UUID] = []
    /// Those with these names; empty for all.
    public var names: [String] = []
    /// Those that these people have set up; empty for all.
    public var creators: [String] = []
    /// Those with these tags; empty for all.
    public var tags: [String] = []

    /// All.
    public override init() {}

    var value: UtilityNamedTraceConfigurationQueryParameters {
        UtilityNamedTraceConfigurationQueryParameters(globalIDs: globalIDs, names: names, creators: creators, tags: tags)
    }
}
