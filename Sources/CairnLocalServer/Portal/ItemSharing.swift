/// Whom an item is shared with from now on, as its owner has asked.
struct ItemSharing: Sendable {
    private let isShared: Bool
    private let groups: [String]
    private let named: Set<String>
    private let isForEveryone: Bool?
    private let isForOrganization: Bool

    /// - Throws: A failure of code 400 for too many groups.
    init(_ request: ServiceRequest, isShared: Bool) throws(ServiceFailure) {
        self.isShared = isShared
        groups = try ItemLimits.groups(request)
        named = Set(groups)
        isForEveryone = request["everyone"].map { $0 == "true" }
        isForOrganization = request["org"] == "true"
    }

    /// - Throws: A failure of code 400 if it would be in too many groups; nothing is changed then.
    func apply(to item: inout PublishedItem) throws(ServiceFailure) {
        let kept = item.groupIDs.filter { !named.contains($0) }
        guard isShared else {
            item.groupIDs = kept
            return
        }
        guard kept.count + groups.count <= ItemLimits.groups else {
            throw .invalid("groups", "the item would be in more than \(ItemLimits.groups)")
        }
        item.groupIDs = kept + groups
        if let isForEveryone {
            item.access = isForEveryone ? "public" : isForOrganization ? "org" : "private"
        } else if isForOrganization, item.access == "private" {
            item.access = "org"
        }
    }
}
