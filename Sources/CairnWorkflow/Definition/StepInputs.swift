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

    var isEmpty: Bool { first == nil }

    func map<Value>(_ transform: (any Sendable) -> Value) -> [Value] {
        guard let first else { return [] }
        return [transform(first)] + others.map(transform)
    }
}
