/// The name and type of a prerequisite, for graphs that are put together while the program runs.
///
/// ```swift
/// extension PrerequisiteKey where Value == User {
///     static var user: Self { Self("user") }
/// }
/// ```
public struct PrerequisiteKey<Value: Sendable>: Sendable, Hashable {
    /// The name.
    public let name: String

    /// A key.
    public init(_ name: String) {
        self.name = name
    }

    /// This key bound to a step of its type.
    public func bound(to step: Step<Value>) -> PrerequisiteBinding {
        PrerequisiteBinding(name: name, step: step.id, type: Value.self)
    }

    /// This key bound to a step whose type is known only when the step is added, and is checked then.
    public func bound(to step: StepID) -> PrerequisiteBinding {
        PrerequisiteBinding(name: name, step: step, type: Value.self)
    }
}

/// A key and the step that stands for it.
public struct PrerequisiteBinding: Sendable {
    /// The key's name.
    public let name: String
    let step: StepID
    let type: any Any.Type
}

/// The results of the prerequisites of one step, by their keys.
public struct PrerequisiteValues: Sendable {
    let step: String
    let values: [String: any Sendable]

    /// The result that is bound to `key`.
    ///
    /// - Throws: ``WorkflowError/missingPrerequisite(step:key:)`` if none is.
    public subscript<Value>(_ key: PrerequisiteKey<Value>) -> Value {
        get throws {
            guard let value = values[key.name] as? Value else {
                throw WorkflowError.missingPrerequisite(step: step, key: key.name)
            }
            return value
        }
    }
}
