import Foundation

/// A declaration that real code against ArcGIS Runtime 100.x uses, and in how many files it does.
struct LegacySymbol: CustomStringConvertible {
    let type: String
    let member: String
    let kind: String
    let fileCount: Int
    let domain: String
    let forms: String

    /// - Parameter row: Type, member, kind, number of files, domain, and the forms it is called in, between tabs.
    init?(row: Substring) {
        let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard cells.count == 6, let count = Int(cells[3]), cells[2] != "pattern" else { return nil }
        (type, kind, fileCount, domain, forms) = (cells[0], cells[2], count, cells[4], cells[5])
        member = cells[1].components(separatedBy: " [")[0]
    }

    var description: String { "\(type).\(member) (\(fileCount))" }

    private var isStatic: Bool { member.hasPrefix("static ") }
    private var name: String { isStatic ? String(member.dropFirst(7)) : member }
    private var labels: String { "\(type) \(name)" }

    /// Functions, on one line, that use it in every form that is known.
    ///
    /// - Parameter signatures: The parameters of methods, by type, name and labels: what has some is called with them, for a name alone may mean
    ///   several.
    func source(_ number: Int, _ signatures: [String: [String]]) -> String {
        let owner = isStatic ? type : "o"
        let given = isStatic || kind == "function" ? "" : "_ o: \(type)"
        let uses = uses(of: owner, signatures)
        return uses.enumerated().map { index, use in
            "func use\(number)_\(index)(\(([given] + use.parameters).filter { !$0.isEmpty }.joined(separator: ", "))) throws { \(use.body) }"
        }.joined(separator: "; ")
    }

    private func uses(of owner: String, _ signatures: [String: [String]]) -> [Use] {
        switch kind {
        case "type": [Use(parameters: [], body: "_ = o")]
        case "enum case": [Use(parameters: [], body: "let own: \(type) = \(member); _ = own")]
        case "function": [Use(parameters: [], body: "let own = \(type); _ = own")]
        case "init": [Use(parameters: [], body: member == "init()" ? "_ = \(type)()" : "_ = \(type).\(member)")]
        case "property": [Use(parameters: [], body: "_ = \(owner).\(name)")]
        default: calls(of: owner, signatures)
        }
    }

    private func calls(of owner: String, _ signatures: [String: [String]]) -> [Use] {
        if name == "start(statusHandler:completion:)" { return starts }
        if name.hasPrefix("load(") || name.hasPrefix("retryLoad(") { return loads }
        if let known = signatures[labels] { return known.map { Use(calling: "\(owner).\(name)", with: $0) } }
        return [
            Use(parameters: [], body: name.hasSuffix("()") ? "_ = try \(owner).\(name)" : "let own = \(owner).\(name); _ = own")
        ]
    }

    private var starts: [Use] {
        [
            "o.start(statusHandler: { s in print(s) }) { result, error in print(result as Any, error as Any) }",
            "o.start(statusHandler: nil) { _, _ in }",
            "o.start(statusHandler: { _ in }, completion: { (result, error) in print(result as Any, error as Any) })",
        ].map { Use(parameters: [], body: $0) }
    }

    private var loads: [Use] {
        let verb = name.prefix { $0 != "(" }
        return [
            "o.\(verb)()", "o.\(verb) { error in print(error as Any) }", "o.\(verb)() { [weak o] (_) in _ = o }",
            "o.\(verb)(completion: nil)", "o.\(verb)(completion: { (error: Error?) in _ = error })",
        ].map { Use(parameters: [], body: $0) }
    }
}

/// A function that uses a declaration.
private struct Use {
    let parameters: [String]
    let body: String

    init(parameters: [String], body: String) { (self.parameters, self.body) = (parameters, body) }

    /// - Parameter list: Parameters as they are declared.
    init(calling method: String, with list: String) {
        let parameters = Self.split(list)
        let arguments = parameters.enumerated().map { index, parameter in
            let label = parameter.prefix { $0 != " " && $0 != ":" }
            return (label == "_" ? "" : "\(label): ") + "p\(index)"
        }
        self.parameters = parameters.enumerated().map { index, parameter in
            "_ p\(index):" + parameter.split(separator: ":", maxSplits: 1)[1]
        }
        let call = method.prefix { $0 != "(" } + "(\(arguments.joined(separator: ", ")))"
        body = "let own = \(call); own.cancel(); \(call)"
    }

    /// At commas that are within no brackets.
    private static func split(_ list: String) -> [String] {
        var (parts, depth) = ([""], 0)
        for character in list {
            if "([<".contains(character) { depth += 1 }
            if ")]>".contains(character), !parts[parts.count - 1].hasSuffix("-") { depth -= 1 }
            if character == ",", depth == 0 { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts.map { part in String(part.drop { $0 == " " }) }.filter { !$0.isEmpty }
    }
}
