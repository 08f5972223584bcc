/// The snippets of one file as the compiler takes them: each goes on from those before it.
struct SnippetFile {
    /// The file, from the root of the package.
    let path: String
    /// What is imported beside what the snippets import themselves.
    let imports: [String]
    let snippets: [Snippet]

    /// Declarations stand at the top. Statements stand in one function, those of a snippet within the scope of those before, whose names they
    /// may use, and give anew.
    func source(function name: String) -> String {
        let imports = Set(imports + snippets.flatMap(\.imports)).sorted()
        let declarations = snippets.flatMap(\.pieces).filter(\.isDeclaration).map(located)
        let scopes = snippets.map { $0.pieces.filter { !$0.isDeclaration }.map(located) }.filter { !$0.isEmpty }
        let statements = scopes.flatMap { ["do {"] + $0 } + scopes.map { _ in "}" }
        return (imports + declarations + ["func \(name)() async throws {"] + statements + ["}", ""]).joined(separator: "\n")
    }

    /// So that an error tells where in the document it is.
    private func located(_ piece: Snippet.Piece) -> String {
        "#sourceLocation(file: \"\(path)\", line: \(piece.line))\n\(piece.lines.joined(separator: "\n"))\n#sourceLocation()"
    }
}
