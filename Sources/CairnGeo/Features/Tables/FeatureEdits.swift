/// Features to be added, changed and deleted at once.
///
/// ```swift
/// var edits = FeatureEdits()
/// edits.adds = [Feature(attributes: ["NAME": "Vaduz"])]
/// edits.deletedObjectIDs = [17, 23]
/// ```
public struct FeatureEdits: Sendable, Hashable {
    /// New features; what they say of their object ids does not count.
    public var adds: [Feature]
    /// Features with what shall change of them: the object id, or with ``usesGlobalIDs`` the global id, and the attributes and the geometry that
    /// get other values. What is left out stays as it is.
    public var updates: [Feature]
    /// The features to be deleted, by object id.
    public var deletedObjectIDs: [Int]
    /// The features to be deleted, by global id; counts with ``usesGlobalIDs`` only, and then instead of ``deletedObjectIDs``.
    public var deletedGlobalIDs: [String]
    /// Whether features are told apart by their global ids, and keep those that they come with.
    public var usesGlobalIDs: Bool
    /// Whether nothing is done at all if something is refused.
    public var rollsBackOnFailure: Bool

    /// Edits.
    public init(
        adds: [Feature] = [], updates: [Feature] = [], deletedObjectIDs: [Int] = [], deletedGlobalIDs: [String] = [],
        usesGlobalIDs: Bool = false, rollsBackOnFailure: Bool = true
    ) {
        self.adds = adds
        self.updates = updates
        self.deletedObjectIDs = deletedObjectIDs
        self.deletedGlobalIDs = deletedGlobalIDs
        self.usesGlobalIDs = usesGlobalIDs
        self.rollsBackOnFailure = rollsBackOnFailure
    }

    /// Whether there is nothing to do.
    public var isEmpty: Bool {
        adds.isEmpty && updates.isEmpty && (usesGlobalIDs ? deletedGlobalIDs.isEmpty : deletedObjectIDs.isEmpty)
    }
}
