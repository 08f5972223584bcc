extension Workflow {
    /// Adds a step whose work is a workflow of its own, made from the results of the prerequisites when they are there.
    ///
    /// ```swift
    /// let filtered = workflow.subworkflow("Filter", after: image) { filter, image in
    ///     let sharp = filter.task("Sharpen") { sharpen(image) }
    ///     return filter.task("Crop", after: sharp) { sharp in crop(sharp) }
    /// }
    /// ```
    ///
    /// The step finishes with the output of the step that `build` returns, once every step within has finished. If one within fails and
    /// nothing more can be done there, it fails with a ``WorkflowFailure``; `retry` goes on within from what failed, `reset`
    /// builds it anew. What runs within takes slots of the whole.
    ///
    /// - Parameters:
    ///   - name: What the step is called. With checkpoints, names must be unique.
    ///   - prerequisites: The steps whose results `build` takes, in this order.
    ///   - others: Steps that must have finished too, and whose results are not taken.
    ///   - policy: How the step is run; nil is once, without a time-out.
    ///   - build: Adds the steps within, and returns the one that gives the output. From four prerequisites on the compiler wants
    ///     its first parameter with its type: `{ (filter: inout Workflow, a, b, c, d) in … }`.
    @discardableResult
    public mutating func subworkflow<each Input: Sendable, Output: Sendable>(
        _ name: String,
        after prerequisites: repeat Step<each Input>,
        following others: [any WorkflowStep] = [],
        policy: StepPolicy? = nil,
        build: @escaping @Sendable (inout Workflow, repeat each Input) throws -> Step<Output>
    ) -> Step<Output> {
        var ids: [StepID] = []
        repeat ids.append((each prerequisites).id)
        return add(
            name, after: ids, following: others, policy,
            .subworkflow { values, workflow in
                var position = 0
                func next<Value: Sendable>(_ type: Value.Type) -> Value {
                    defer { position += 1 }
                    return values.value(position)
                }
                return try build(&workflow, repeat next((each Input).self)).id
            })
    }

    /// Adds a step whose work is a workflow of its own that takes no results.
    @discardableResult
    public mutating func subworkflow<Output: Sendable>(
        _ name: String,
        following others: [any WorkflowStep] = [],
        policy: StepPolicy? = nil,
        build: @escaping @Sendable (inout Workflow) throws -> Step<Output>
    ) -> Step<Output> {
        add(name, after: [], following: others, policy, .subworkflow { _, workflow in try build(&workflow).id })
    }

    /// Adds a step whose work is a workflow of its own, made from two results.
    @discardableResult
    public mutating func subworkflow<A: Sendable, B: Sendable, Output: Sendable>(
        _ name: String,
        after a: Step<A>, _ b: Step<B>,
        following others: [any WorkflowStep] = [],
        policy: StepPolicy? = nil,
        build: @escaping @Sendable (inout Workflow, A, B) throws -> Step<Output>
    ) -> Step<Output> {
        add(
            name, after: [a.id, b.id], following: others, policy,
            .subworkflow { values, workflow in try build(&workflow, values.value(0), values.value(1)).id })
    }

    /// Adds a step whose work is a workflow of its own, made from three results.
    @discardableResult
    public mutating func subworkflow<A: Sendable, B: Sendable, C: Sendable, Output: Sendable>(
        _ name: String,
        after a: Step<A>, _ b: Step<B>, _ c: Step<C>,
        following others: [any WorkflowStep] = [],
        policy: StepPolicy? = nil,
        build: @escaping @Sendable (inout Workflow, A, B, C) throws -> Step<Output>
    ) -> Step<Output> {
        add(
            name, after: [a.id, b.id, c.id], following: others, policy,
            .subworkflow { values, workflow in
                try build(&workflow, values.value(0), values.value(1), values.value(2)).id
            })
    }
}
