/// Which of the elements of one list belong to each element of another.
struct MembersByIndex: Sendable, Hashable {
    private var members: [[Int]]
    /// Those that belong to none.
    private(set) var others: [Int] = []

    /// - Parameters:
    ///   - owners: For each element, where what it belongs to stands in the other list; nil for one that belongs to none.
    ///   - count: How long the other list is.
    init(_ owners: [Int?], count: Int) {
        members = Array(repeating: [], count: count)
        for (index, owner) in owners.enumerated() {
            if let owner, members.indices.contains(owner) { members[owner].append(index) } else { others.append(index) }
        }
    }

    /// Those that belong to an element, in their order; none if there is no such element.
    subscript(_ owner: Int) -> [Int] { members.indices.contains(owner) ? members[owner] : [] }
}
