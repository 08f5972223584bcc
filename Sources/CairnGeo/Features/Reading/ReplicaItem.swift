package import CairnCore

/// What a ``ReplicaReader`` finds, in the order of the document. Parts are the elements of `layers` and `edits`, counted through from 0.
package enum ReplicaItem: Sendable {
    /// A member of the whole; a list of parts stands here as an empty one, and its parts follow.
    case member(String, JSONValue)
    /// A member of a part; a list stands here as an empty one, and its elements follow.
    case partMember(Int, String, JSONValue)
    /// A feature of a list of a part.
    case feature(Int, list: String, Feature)
    /// A feature of a part whose features are not wanted.
    case passedFeature(Int, list: String)
    /// An element of another list of a part.
    case element(Int, list: String, JSONValue)
}
