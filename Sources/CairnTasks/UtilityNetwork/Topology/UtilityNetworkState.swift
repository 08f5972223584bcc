/// How a network is: whether it knows of all edits, and whether these are right.
public struct UtilityNetworkState: Sendable, Hashable, Codable {
    /// Whether there are edits that have not been validated, so that traces may not know of them.
    public var hasDirtyAreas: Bool
    /// Whether some parts are not as the network's rules want them.
    public var hasErrors: Bool
    /// Whether the topology is switched on, without which there are no traces; nil if the service does not tell.
    public var isNetworkTopologyEnabled: Bool?

    /// How a network is.
    ///
    /// - Parameters:
    ///   - hasDirtyAreas: Whether there are edits that have not been validated.
    ///   - hasErrors: Whether some parts are not as the network's rules want them.
    ///   - isNetworkTopologyEnabled: Whether the topology is switched on.
    public init(hasDirtyAreas: Bool, hasErrors: Bool, isNetworkTopologyEnabled: Bool? = nil) {
        (self.hasDirtyAreas, self.hasErrors) = (hasDirtyAreas, hasErrors)
        self.isNetworkTopologyEnabled = isNetworkTopologyEnabled
    }
}
