import Foundation

/// A block of Swift in a document or in doc comments, with the line of its file on which it begins.
struct Snippet {
    /// Lines that stand in the file one after the other, from `line` on.
    struct Piece {
        let line: Int
        let isDeclaration: Bool
        var lines: [Substring]
    }

    let line: Int
    let lines: [Substring]

    /// Whether it is a whole `Package.swift`.
    var isManifest: Bool { lines.first?.hasPrefix("// swift-tools-version") == true }

    /// Whether it is to be read as a whole program: it says itself what it imports.
    var isProgram: Bool { lines.first { !$0.isEmpty }?.hasPrefix("import ") == true }

    var text: String { lines.joined(separator: "\n") + "\n" }

    var imports: [String] { lines.filter { $0.hasPrefix("import ") }.map(String.init) }

    /// What declares types, functions and extensions, and what is done.
    var pieces: [Piece] {
        var pieces: [Piece] = []
        var isDeclaration = false
        for (index, text) in lines.enumerated() where !text.hasPrefix("import ") {
            if text.first?.isLetter == true || text.hasPrefix("@") {
                let isOfAttribute = isDeclaration && lines[index - 1].hasPrefix("@")
                isDeclaration =
                    isOfAttribute || text.contains(/^(@|(final )?class |struct |enum |actor |protocol |extension |func )/)
            }
            if let last = pieces.last, last.isDeclaration == isDeclaration, last.line + last.lines.count == line + index {
                pieces[pieces.count - 1].lines.append(text)
            } else if !text.isEmpty {
                pieces.append(Piece(line: line + index, isDeclaration: isDeclaration, lines: [text]))
            }
        }
        return pieces
    }

    /// The snippets of a Markdown file, or of the doc comments of a Swift file.
    static func all(in file: URL) throws -> [Snippet] {
        var snippets: [Snippet] = []
        var open: (line: Int, lines: [Substring])?
        let text = try String(contentsOf: file, encoding: .utf8)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = file.pathExtension == "md" ? line : comment(line)
            if let snippet = open, line?.hasPrefix("```") != false {
                snippets.append(Snippet(line: snippet.line, lines: snippet.lines))
                open = nil
            } else if open != nil {
                open?.lines.append(line ?? "")
            } else if line == "```swift" {
                open = (index + 2, [])
            }
        }
        return snippets
    }

    private static func comment(_ line: Substring) -> Substring? {
        let text = line.drop { $0 == " " }
        guard text.hasPrefix("///") else { return nil }
        return text.hasPrefix("/// ") ? text.dropFirst(4) : text.dropFirst(3)
    }
}
