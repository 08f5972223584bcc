import CairnCore

/// The columns of one table, found by name without regard to case.
package struct SQLColumns: Sendable {
    private var columns: [String: SQLColumn] = [:]
    private let names: [String]

    /// Of two columns whose names differ by case only, the first counts.
    package init(_ columns: [SQLColumn]) {
        names = columns.map(\.name)
        for column in columns where self.columns[column.name.lowercased()] == nil {
            self.columns[column.name.lowercased()] = column
        }
    }

    /// The column of a name, or of what is behind the last dot of a qualified one.
    package func column(_ name: String, at character: Int? = nil) throws(WhereClauseError) -> SQLColumn {
        if let column = columns[name.lowercased()] { return column }
        let last = name.split(separator: ".").last.map(String.init) ?? name
        if let column = columns[last.lowercased()] { return column }
        throw WhereClauseError(.unknownField, message(last), at: character)
    }

    private func message(_ name: String) -> String {
        let words = name.printable(upTo: 40)
        if let guess = guess(name) { return "there is no field \(words); did you mean \(guess.printable(upTo: 40))?" }
        let some = names.prefix(5).map { $0.printable(upTo: 40) }.joined(separator: ", ")
        let list = names.count > 5 ? "\(some) and \(names.count - 5) more" : some
        return "there is no field \(words) among \(list); text is written in single quotes, as 'text'"
    }

    /// The nearest name that differs in no more than a third of its letters.
    private func guess(_ name: String) -> String? {
        guard name.utf8.count <= 40 else { return nil }
        let wanted = Array(name.lowercased().utf8)
        let near = names.prefix(2000).map { ($0, Self.distance(wanted, Array($0.lowercased().utf8.prefix(60)))) }
        guard let best = near.min(by: { $0.1 < $1.1 }), best.1 <= max(1, wanted.count / 3) else { return nil }
        return best.0
    }

    /// How many letters must be changed, added, left out, or swapped with their neighbour.
    private static func distance(_ one: [UInt8], _ other: [UInt8]) -> Int {
        var (last, row) = ([Int](), Array(0...other.count))
        for i in one.indices {
            var next = [i + 1]
            for j in other.indices {
                var least = min(row[j] + (one[i] == other[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
                if i > 0, j > 0, one[i] == other[j - 1], one[i - 1] == other[j] { least = min(least, last[j - 1] + 1) }
                next.append(least)
            }
            (last, row) = (row, next)
        }
        return row[other.count]
    }
}
