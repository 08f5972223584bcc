/// The names of attributes in their order, shared by all features that have the same.
final class FieldNames: Sendable {
    let list: [String]
    /// Where each name stands; empty while there are so few that looking through them is faster.
    private let places: [String: Int]

    static let none = FieldNames([])
    private static let few = 16

    /// - Parameter list: Names that differ from each other.
    init(_ list: [String]) {
        self.list = list
        let pairs = list.count > Self.few ? list : []
        places = Dictionary(pairs.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
    }

    func place(of name: String) -> Int? {
        list.count > Self.few ? places[name] : list.firstIndex(of: name)
    }
}
