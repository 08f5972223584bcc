import CairnCore

/// One time that an entry's file could not be changed, so that the defaults are ahead of it: a file that is written later names it, and goes before it.
///
/// The defaults follow a file, and a process may end between the two. Without the mark what they have would count for ever.
struct AheadMark: Sendable, Hashable {
    /// The turn in which it was.
    let run: String
    /// The later of two of one turn has the greater.
    let number: Int

    /// Of what was written before there were marks.
    static let unknown = AheadMark(run: "", number: 0)

    init(run: String, number: Int) { (self.run, self.number) = (run, number) }

    /// As property lists have it; whatever else they hold is of another version.
    init(propertyList value: Any) {
        self = Self.numbers(propertyList: value).first.map { AheadMark(run: $0.key, number: $0.value) } ?? .unknown
    }

    var propertyList: Any { Self.propertyList(of: [run: number]) }

    /// Whether a file goes before it that goes before so many of the turns.
    func isSuperseded(by numbers: [String: Int]) -> Bool { numbers[run].map { $0 >= number } ?? false }

    // As texts: numbers of property lists are not the same everywhere.
    static func propertyList(of numbers: [String: Int]) -> Any { numbers.mapValues { "\($0)" } }
    static func numbers(propertyList value: Any?) -> [String: Int] {
        (value as? [String: String])?.compactMapValues { Int($0) } ?? [:]
    }
}
