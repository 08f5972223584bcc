import CairnCore

extension Workflow {
    /// Adds a step that takes the results of its prerequisites by key.
    ///
    /// ```swift
    /// let keys = [PrerequisiteKey.user.bound(to: user), PrerequisiteKey.address.bound(to: address)]
    /// try workflow.task("Profile", keyed: keys, requiring: ["user", "address"]) { values in
    ///     try Profile(values[.user], values[.address])
    /// }
    /// ```
    ///
    /// For graphs whose shape is known only while the program runs. Where it is known, ``task(_:after:following:policy:perform:)``
    /// checks the same when it is compiled.
    ///
    /// - Parameters:
    ///   - name: What the step is called. With checkpoints, names must be unique.
    ///   - bindings: The steps whose results the function takes, by their keys.
    ///   - required: The names of keys that must be bound.
    ///   - others: Steps that must have finished too, and whose results are not taken.
    ///   - policy: How the step is run; nil is once, without a time-out.
    ///   - perform: What the step does.
    /// - Throws: ``WorkflowError/missingPrerequisite(step:key:)``, ``WorkflowError/duplicateKey(step:key:)``,
    ///   ``WorkflowError/mistypedPrerequisite(step:key:expected:found:)``, ``WorkflowError/unknownPrerequisite(step:)``; nothing has
    ///   been added then.
    @discardableResult
    public mutating func task<Output: Sendable>(
        _ name: String,
        keyed bindings: [PrerequisiteBinding],
        requiring required: Set<String> = [],
        following others: [any WorkflowStep] = [],
        policy: StepPolicy? = nil,
        perform: @escaping @Sendable @concurrent (PrerequisiteValues) async throws -> Output
    ) throws -> Step<Output> {
        let keys = bindings.map(\.name)
        if let missing = required.subtracting(keys).min() {
            throw WorkflowError.missingPrerequisite(step: name, key: missing)
        }
        var seen: Set<String> = []
        if let double = keys.first(where: { !seen.insert($0).inserted }) {
            throw WorkflowError.duplicateKey(step: name, key: double)
        }
        for binding in bindings { try check(binding, of: name) }
        return add(
            name, after: bindings.map(\.step), following: others, policy,
            .task { values in
                let pairs = keys.enumerated().map { ($1, values[$0]) }
                return try await perform(PrerequisiteValues(step: name, values: Dictionary(uniqueKeysWithValues: pairs)))
            })
    }

    private func check(_ binding: PrerequisiteBinding, of step: String) throws {
        guard let found = outputType(of: binding.step) else { throw WorkflowError.unknownPrerequisite(step: step) }
        guard found == binding.type else {
            throw WorkflowError.mistypedPrerequisite(
                step: step, key: binding.name, expected: "\(binding.type)", found: "\(found)")
        }
    }

    private func outputType(of step: StepID) -> (any Any.Type)? {
        guard let known else { return steps.place(of: step).map { steps[Int($0)].outputType } }
        return known(step) ?? steps.first { $0.id == step }?.outputType
    }
}
