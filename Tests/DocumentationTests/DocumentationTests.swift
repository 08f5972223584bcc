import Foundation
import Testing

/// Every Swift snippet of the documents stands, line by line, in a file of this target, and so compiles.
struct DocumentationTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    private static let root = folder.deletingLastPathComponent().deletingLastPathComponent()

    private func text(_ url: URL) throws -> String { try String(contentsOf: url, encoding: .utf8) }

    private func lines(_ text: some StringProtocol) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
            !$0.isEmpty && !$0.hasPrefix("import ")
        }
    }

    private func snippets(_ document: String, language: String) throws -> [[String]] {
        try text(Self.root.appending(path: document)).components(separatedBy: "```\(language)\n").dropFirst().map { part in
            lines(part.components(separatedBy: "```")[0])
        }
    }

    private func compiled() throws -> [String] {
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        return try files.filter { $0.lastPathComponent.hasSuffix("Snippets.swift") }.flatMap { lines(try text($0)) }
    }

    @Test(arguments: [
        "README.md", "Migration.md", "Docs/JobFormat.md", "Docs/LocatorFormat.md", "Docs/Jobs.md", "Docs/Network.md",
        "Docs/Workflows.md",
    ])
    func `every snippet is compiled`(document: String) throws {
        let source = try compiled()
        for snippet in try snippets(document, language: "swift") {
            let isThere = source.indices.contains { source[$0...].starts(with: snippet) }
            #expect(isThere, "\(document): the snippet that begins with \(snippet.first ?? "") is in no file of this target")
        }
    }

    @Test func `the documents have snippets`() throws {
        #expect(try snippets("README.md", language: "swift").count >= 1)
        #expect(try snippets("Migration.md", language: "swift").count >= 7)
    }

    @Test func `the README's two commands are each one line, and the gate runs the tests'`() throws {
        let commands = try snippets("README.md", language: "sh").filter { $0[0].hasPrefix("./.ci/setup") }
        #expect(commands.map(\.count) == [1, 1])
        #expect(commands[1][0].contains("swift test"))
    }

    @Test(arguments: ["README.md", "Migration.md", "Docs/Compatibility.md"])
    func `every link to a file leads to one`(document: String) throws {
        let text = try text(Self.root.appending(path: document))
        for link in text.matches(of: /\]\(([^)#:]+)\)/) {
            let folder = Self.root.appending(path: document).deletingLastPathComponent()
            #expect(FileManager.default.fileExists(atPath: folder.appending(path: String(link.1)).path), "\(link.1)")
        }
    }
}
