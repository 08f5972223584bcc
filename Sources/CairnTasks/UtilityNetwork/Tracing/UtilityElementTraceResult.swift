/// The parts of a network that a trace has found.
public struct UtilityElementTraceResult: Sendable, Hashable, Codable {
    /// The parts, as the service has given them. A feature with several terminals may be among them several times.
    public var elements: [UtilityElement]
    /// What the service warns of.
    public var warnings: [String]
    /// Whether there were as many nearest ones as were asked for; false if none were.
    public var foundNearestNeighbors: Bool

    /// What a trace has found.
    ///
    /// - Parameters:
    ///   - elements: The parts.
    ///   - warnings: What the service warns of.
    ///   - foundNearestNeighbors: Whether there were as many nearest ones as were asked for.
    public init(elements: [UtilityElement], warnings: [String] = [], foundNearestNeighbors: Bool = false) {
        (self.elements, self.warnings) = (elements, warnings)
        self.foundNearestNeighbors = foundNearestNeighbors
    }
}
