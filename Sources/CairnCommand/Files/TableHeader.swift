import Cairn
import Foundation

/// The first row of a table.
enum TableHeader {
    /// Refuses columns that a table does not have.
    static func expect(_ columns: some Sequence<String>, in table: URL) throws {
        let wanted = Array(columns)
        guard !wanted.isEmpty, let header = try CSVReader(table).next()?.fields else { return }
        let names = header.map { $0.trimmingCharacters(in: .whitespaces) }
        for column in wanted where !names.contains(where: { $0.lowercased() == column.lowercased() }) {
            let guess = Spelling.closest(to: column, among: names).map { " Did you mean \($0.printable())?" } ?? ""
            throw UsageError(
                reason: "\(table.lastPathComponent.printable()) has no column \"\(column.printable())\"; it has "
                    + "\(names.joined(separator: ", ").printable(upTo: 400)).\(guess)")
        }
    }
}
