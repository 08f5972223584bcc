import Foundation
import Testing

/// The documents are what they say of themselves. That their code compiles is tested by ``SnippetTests``.
struct DocumentationTests {
    private func commands(_ document: String) throws -> [[Substring]] {
        try Documents.text(document).components(separatedBy: "```sh\n").dropFirst().map { part in
            part.components(separatedBy: "```")[0].split(separator: "\n")
        }
    }

    @Test(arguments: [
        "README.md", "Docs/Jobs.md", "Docs/Loading.md", "Docs/Geocoding.md", "Docs/Features.md", "Docs/Testing.md",
        "Docs/Workflows.md", "Docs/LocalServer.md", "Docs/Geodatabase.md", "Docs/Portal.md",
    ])
    func `a document that is read first begins with a program`(document: String) throws {
        let snippets = try Documents.snippets(document)
        #expect(snippets.first?.isProgram == true)
    }

    @Test func `no snippet is overlooked`() throws {
        for document in Documents.all {
            let marks = try Documents.text(document).split(separator: "\n").filter { $0.contains("```swift") }
            #expect(try Documents.snippets(document).count == marks.count, "\(document)")
        }
        #expect(try Documents.snippets("Migration.md").count >= 7 && Documents.modules.count >= 9)
    }

    @Test(arguments: Documents.all)
    func `no document names a version to depend on, for none was released`(document: String) throws {
        #expect(!(try Documents.text(document).contains(/cairn(\.git)?", from:/)))
    }

    @Test func `every library of the package is in the README's table`() throws {
        let rows = try Documents.text("README.md").split(separator: "\n").filter { $0.hasPrefix("| `") }
        for library in try Documents.text("Package.swift").matches(of: /\.library\(name: "(\w+)"/) {
            #expect(rows.contains { $0.split(separator: "|").first?.contains("`\(library.1)`") == true }, "\(library.1)")
        }
    }

    @Test func `the README's two commands are each one line, and the gate runs the tests'`() throws {
        let commands = try commands("README.md").filter { $0[0].hasPrefix("./.ci/setup") }
        #expect(commands.map(\.count) == [1, 1])
        #expect(commands[1][0].contains("swift test"))
    }

    @Test(arguments: Documents.all)
    func `every link to a file leads to one, and to a heading in it`(document: String) throws {
        let folder = Documents.url(document).deletingLastPathComponent()
        for link in try Documents.text(document).matches(of: /\]\(([^)#:]*)(?:#([^)]+))?\)/) {
            let target = link.1.isEmpty ? Documents.url(document) : folder.appending(path: String(link.1))
            #expect(FileManager.default.fileExists(atPath: target.path), "\(document): \(link.1)")
            guard let heading = link.2, target.pathExtension == "md" else { continue }
            let headings = try String(contentsOf: target, encoding: .utf8).matches(of: /(?m)^#+ (.+)$/).map { anchor($0.1) }
            #expect(headings.contains(String(heading)), "\(document): \(link.1)#\(heading)")
        }
    }

    /// As GitHub makes it of a heading.
    private func anchor(_ heading: Substring) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }.replacing(
            " ", with: "-")
    }
}
