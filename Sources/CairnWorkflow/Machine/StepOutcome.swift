/// How an attempt of a step ended.
package enum StepOutcome: Sendable {
    case none
    case value(any Sendable)
    case failure(any Error)

    package var value: (any Sendable)? {
        if case .value(let value) = self { value } else { nil }
    }

    package var failure: (any Error)? {
        if case .failure(let error) = self { error } else { nil }
    }
}
