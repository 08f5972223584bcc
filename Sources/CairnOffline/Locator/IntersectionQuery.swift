import CairnCore

/// "Main St & Elm St, Springfield": two streets that cross.
struct IntersectionQuery {
    let first: String
    let second: String

    /// Takes a text apart at the first of `&`, `@`, `|`, "and", "at"; what follows the first comma after it holds for both streets.
    init?(_ text: String) {
        let words = text.replacing("&", with: " & ").replacing("@", with: " @ ").replacing("|", with: " | ").split(separator: " ")
        guard let index = words.firstIndex(where: { Self.connectors.contains($0.lowercased()) }), index > 0,
            index + 1 < words.count
        else { return nil }
        let left = words[..<index].joined(separator: " ")
        let right = words[(index + 1)...].joined(separator: " ")
        let context = right.firstIndex(of: ",").map { String(right[$0...]) } ?? ""
        first = left.contains(",") ? left : left + context
        second = right
    }

    private static let connectors: Set<String> = ["&", "@", "|", "and", "at"]
}
