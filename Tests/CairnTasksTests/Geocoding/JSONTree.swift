import CairnCore

/// A document that can say what ``JSONValue`` cannot, such as one name twice.
indirect enum JSONTree {
    case leaf(String)
    case list([JSONTree])
    case object([(name: String, value: JSONTree)])

    init(_ value: JSONValue) {
        switch value {
        case .array(let elements): self = .list(elements.map(JSONTree.init))
        case .object(let members):
            self = .object(members.sorted { $0.key < $1.key }.map { ($0.key, JSONTree($0.value)) })
        default: self = .leaf(value.text())
        }
    }

    var text: String {
        switch self {
        case .leaf(let text): text
        case .list(let elements): "[\(elements.map(\.text).joined(separator: ","))]"
        case .object(let members):
            "{\(members.map { "\(JSONValue.string($0.name).text()):\($0.value.text)" }.joined(separator: ","))}"
        }
    }

    /// How many values there are, itself included.
    var count: Int {
        switch self {
        case .leaf: 1
        case .list(let elements): elements.reduce(1) { $0 + $1.count }
        case .object(let members): members.reduce(1) { $0 + $1.value.count }
        }
    }

    /// The same with one value, counted from the root, changed into none, one or several.
    func replacing(_ index: Int, by change: (JSONTree) -> [JSONTree]) -> JSONTree {
        var left = index
        return replace(&left, change).first ?? .leaf("null")
    }

    private func replace(_ left: inout Int, _ change: (JSONTree) -> [JSONTree]) -> [JSONTree] {
        left -= 1
        if left == -1 { return change(self) }
        switch self {
        case .leaf: return [self]
        case .list(let elements): return [.list(elements.flatMap { $0.replace(&left, change) })]
        case .object(let members):
            var changed: [(name: String, value: JSONTree)] = []
            for member in members { changed += member.value.replace(&left, change).map { (member.name, $0) } }
            return [.object(changed)]
        }
    }
}

extension JSONTree {
    /// The same with one value dropped, doubled, or made into something else, by chance.
    func mutated(using random: inout some RandomNumberGenerator) -> JSONTree {
        let (kind, other) = (Int.random(in: 0..<12, using: &random), Self.others.randomElement(using: &random) ?? "null")
        return replacing(Int.random(in: 0..<count, using: &random)) { value in
            switch kind {
            case 0, 1: []
            case 2: [value, value]
            case 3: [value, .leaf(other)]
            case 4: [.list([value])]
            case 5: [.object([("value", value)])]
            case 6: [.leaf(JSONValue.string(value.text).text())]
            case 7: [value.renamed(using: &random)]
            default: [.leaf(other)]
            }
        }
    }

    private static let others = [
        "null", "1e300", "-1e300", "1e30", "0", "-5", "1", "2", "0.5", "18446744073709551616", "true", "false", "{}", "[]",
        "\"\"", "\" \"",
        "\"NaN\"", "\"Infinity\"", "\"1e999\"", "\"7\"", "\"x\\u001b[31m\"",
    ]

    private func renamed(using random: inout some RandomNumberGenerator) -> JSONTree {
        guard case .object(var members) = self, let index = members.indices.randomElement(using: &random) else { return self }
        let name = members[index].name
        members[index].name = [name.uppercased(), name.lowercased(), "x" + name].randomElement(using: &random) ?? name
        return .object(members)
    }
}
