/// The names of attributes in their order, shared by all features that have the same.
struct FieldNames: Sendable, Hashable {
    private(set) var list: [String]
    /// Where each name stands; empty while there are so few that looking through them is faster.
    private var places: [String: Int] = [:]

    private static let few = 16

    /// - Parameter list: Names that differ from each other.
    init(_ list: [String] = []) {
        self.list = list
        index()
    }

    private mutating func index() {
        places = [:]
        guard list.count > Self.few else { return }
        for (place, name) in list.enumerated() { places[name] = place }
    }

    func place(of name: String) -> Int? {
        list.count > Self.few ? places[name] : list.firstIndex(of: name)
    }

    mutating func append(_ name: String) {
        list.append(name)
        if list.count == Self.few + 1 { index() } else if list.count > Self.few { places[name] = list.count - 1 }
    }

    mutating func remove(at place: Int) {
        list.remove(at: place)
        index()
    }

    /// Names determine their places.
    static func == (left: FieldNames, right: FieldNames) -> Bool { left.list == right.list }
    func hash(into hasher: inout Hasher) { hasher.combine(list) }
}
