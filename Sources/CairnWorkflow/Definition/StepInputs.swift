/// The results that a body takes, in the order of its prerequisites.
///
/// Most steps have one prerequisite: the first needs no array.
struct StepInputs: Sendable {
    private var first: (any Sendable)?
    private var others: [any Sendable] = []

    mutating func append(_ value: any Sendable) {
        if first == nil { first = value } else { others.append(value) }
    }

    mutating func reserve(_ count: Int) {
        if count > 1 { others.reserveCapacity(count - 1) }
    }

    subscript(position: Int) -> any Sendable {
        if position == 0, let first { return first }
        return others[position - 1]
    }

    /// The value at a position, in the type that the handle of its step has promised.
    func value<Value: Sendable>(_ position: Int) -> Value {
        typedOutput(self[position])
    }

    var count: Int { first == nil ? 0 : others.count + 1 }

    /// Every value, in order, where all steps give the same type.
    func values<Value: Sendable>() -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for position in 0..<count { values.append(value(position)) }
        return values
    }
}
