extension Workflow {
    /// Adds a step that runs a function on the results of its prerequisites.
    ///
    /// ```swift
    /// let page = workflow.task("Page", after: text, images) { text, images in layOut(text, images) }
    /// ```
    ///
    /// The function runs on Swift's own threads and must not block them. It should end promptly when its task is cancelled; its error
    /// is the step's. A `CancellationError` that it throws without having been cancelled is a failure.
    ///
    /// - Parameters:
    ///   - name: What the step is called. With checkpoints, names must be unique.
    ///   - prerequisites: The steps whose results the function takes, in this order.
    ///   - others: Steps that must have finished too, and whose results are not taken.
    ///   - policy: How the step is run; nil is once, without a time-out.
    ///   - perform: What the step does.
    @discardableResult
    public mutating func task<each Input: Sendable, Output: Sendable>(
        _ name: String,
        after prerequisites: repeat Step<each Input>,
        following others: [any WorkflowStep] = [],
        policy: StepPolicy? = nil,
        perform: @escaping @Sendable @concurrent (repeat each Input) async throws -> Output
    ) -> Step<Output> {
        var ids: [StepID] = []
        repeat ids.append((each prerequisites).id)
        return add(
            name, after: ids, following: others, policy,
            .task { values in
                var position = 0
                func next<Value: Sendable>(_ type: Value.Type) -> Value {
                    defer { position += 1 }
                    return values.value(position)
                }
                return try await perform(repeat next((each Input).self))
            })
    }

    /// Adds a step that runs a function on the results of many steps of one sort, in the order of the array.
    ///
    /// ```swift
    /// let tiles = (0..<16).map { n in workflow.task("Tile \(n)", after: image) { image in process(image, tile: n) } }
    /// let whole = workflow.task("Join", afterAll: tiles) { tiles in join(tiles) }
    /// ```
    @discardableResult
    public mutating func task<Input: Sendable, Output: Sendable>(
        _ name: String,
        afterAll prerequisites: [Step<Input>],
        following others: [any WorkflowStep] = [],
        policy: StepPolicy? = nil,
        perform: @escaping @Sendable @concurrent ([Input]) async throws -> Output
    ) -> Step<Output> {
        add(
            name, after: prerequisites.map(\.id), following: others, policy,
            .task { values in try await perform(values.values()) })
    }
}
