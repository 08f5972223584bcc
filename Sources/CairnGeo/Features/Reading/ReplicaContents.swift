import CairnCore

/// What of a copy, or of edits, is kept in memory while it is looked through.
struct ReplicaContents {
    /// The members of the whole.
    var members: [String: JSONValue] = [:]
    /// The numbers of the layers that the parts are of, by the places of these.
    var layerIDs: [Int: Int] = [:]
    /// Whether there is a list of parts, be it empty.
    var hasParts = false
    /// The places of the parts that have a list of features, be it empty.
    var listingParts: Set<Int> = []
    /// How many features there are.
    var featureCount = 0

    mutating func take(_ item: ReplicaItem) {
        switch item {
        case .member(let name, let value):
            members[name] = value
            hasParts = hasParts || ["layers", "edits"].contains(name) && value.array != nil
        case .partMember(let part, "id", let id): layerIDs[part] = id.int ?? id.string.flatMap { Int($0) }
        case .partMember(let part, let name, let value) where value.array != nil && ReplicaReader.featureLists.contains(name):
            listingParts.insert(part)
        case .passedFeature: featureCount += 1
        default: break
        }
    }
}
