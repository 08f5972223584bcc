public import Foundation

/// Which of the traces that were set up in a network are asked for: all, unless something else is said.
public struct UtilityNamedTraceConfigurationQueryParameters: Sendable, Hashable, Codable {
    /// Those with these global ids; empty for all.
    public var globalIDs: [UUID]
    /// Those with these names; empty for all.
    public var names: [String]
    /// Those that these people have set up; empty for all.
    public var creators: [String]
    /// Those with these tags; empty for all.
    public var tags: [String]

    /// Parameters.
    ///
    /// - Parameters:
    ///   - globalIDs: Those with these global ids.
    ///   - names: Those with these names.
    ///   - creators: Those that these people have set up.
    ///   - tags: Those with these tags.
    public init(globalIDs: [UUID] = [], names: [String] = [], creators: [String] = [], tags: [String] = []) {
        (self.globalIDs, self.names) = (globalIDs, names)
        (self.creators, self.tags) = (creators, tags)
    }

    var form: [String: String] {
        let lists = ["globalIds": globalIDs.map(\.globalIDText), "names": names, "creators": creators, "tags": tags]
        return lists.filter { !$0.value.isEmpty }.mapValues(\.jsonText)
    }
}
