/// Every text in a value, however deep.
struct TextLeaves {
    private(set) var texts: [String] = []

    init(_ value: Any) {
        add(value)
    }

    private mutating func add(_ value: Any) {
        if let text = value as? String { return texts.append(text) }
        for child in Mirror(reflecting: value).children { add(child.value) }
    }
}
