import CairnCore

/// Headings and what they mean, in two columns that fit the terminal.
struct HelpTable {
    private let rows: [(heading: String, help: String)]
    private let width: Int

    init(_ rows: [(String, String)], width: Int = Terminal.width(of: .output).clamped(to: 40...100)) {
        (self.rows, self.width) = (rows, width)
    }

    var text: String {
        let column = min(rows.map(\.heading.count).max() ?? 0, max(14, width / 2 - 6)) + 4
        return rows.map { row in
            let help = Self.lines(row.help, width: width - column)
            let head = "  " + row.heading
            // A heading that is too long has a line of its own.
            let isWide = head.count > column - 2
            let first = isWide ? "\(head)\n" : head + String(repeating: " ", count: column - head.count)
            let indentation = String(repeating: " ", count: column)
            return first + (isWide ? indentation : "") + help.joined(separator: "\n" + indentation)
        }.joined(separator: "\n")
    }

    /// Paragraphs that fit the terminal; lines that begin with a space stay as they are.
    func wrapped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix(" ") ? String(line) : Self.lines(String(line), width: width).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func lines(_ text: String, width: Int) -> [String] {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty || last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
