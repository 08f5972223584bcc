import CairnCore

extension JSONValue {
    /// The value at the end of a path of members.
    subscript(path names: [String]) -> JSONValue? {
        names.reduce(Optional(self)) { $0?[$1] }
    }

    /// Puts a value at the end of a path of members, or takes it away. What is on the way and no object becomes one; all else stays as it is.
    mutating func set(_ value: JSONValue?, at names: ArraySlice<String>) {
        guard let name = names.first else { return }
        // Nothing is made on the way to nothing.
        if value == nil, self[name] == nil { return }
        var members = object ?? [:]
        if names.count == 1 {
            members[name] = value
        } else {
            var inner = members[name] ?? [:]
            inner.set(value, at: names.dropFirst())
            members[name] = inner
        }
        self = .object(members)
    }

    /// The same for a path in writing.
    mutating func set(_ value: JSONValue?, _ names: String...) {
        set(value, at: names[...])
    }

    /// A number as it is written without need.
    static func plain(_ number: Double) -> JSONValue {
        Int(exactly: number).map(JSONValue.integer) ?? .number(number)
    }
}
