import Cairn

/// The rows of tables that cannot be used, and why: the first ten, and how many more there are.
struct RowProblems {
    private static let shown = 10
    let lines: [String]

    init(_ problems: [CSVError], count: Int) {
        var lines = problems.prefix(Self.shown).map { "left out: \($0.description.printable())" }
        if count > lines.count { lines.append("left out: \(count - lines.count) rows more") }
        self.lines = lines
    }
}
