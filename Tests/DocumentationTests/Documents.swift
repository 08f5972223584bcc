import Foundation

/// The documents of the package, by their paths from its root.
enum Documents {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let all: [String] = ["README.md", "Migration.md"] + files("Docs", "md")

    /// The modules whose doc comments show code.
    static let modules: [String] = Set(
        files("Sources", "swift").filter { (try? snippets($0).isEmpty) == false }.map { path in
            path.split(separator: "/")[1]
        }
    ).sorted().map(String.init)

    static func url(_ path: String) -> URL { root.appending(path: path) }

    static func text(_ path: String) throws -> String { try String(contentsOf: url(path), encoding: .utf8) }

    static func snippets(_ path: String) throws -> [Snippet] { try Snippet.all(in: url(path)) }

    static func files(_ folder: String, _ type: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: url(folder).path)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".\(type)") }.sorted().map { "\(folder)/\($0)" }
    }
}
