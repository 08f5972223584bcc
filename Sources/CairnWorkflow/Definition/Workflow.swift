import CairnCore
import Synchronization

/// A graph of steps: what is to be done, and what must have been done before.
///
/// ```swift
/// var workflow = Workflow("Thumbnail")
/// let image = workflow.task("Download") { try await download(url) }
/// let small = workflow.task("Shrink", after: image) { image in shrink(image) }
/// workflow.task("Store", after: image, small) { image, small in try await store(image, small) }
///
/// let results = try await workflow.run()
/// show(results[small])
/// ```
///
/// A step is started as soon as all its prerequisites have finished, and gets their results as parameters: one that is missing or of
/// another type does not compile. Steps that do not depend on each other run side by side. If one fails, what
/// depends on it is not started, and everything else goes on.
///
/// A workflow is a value and does nothing itself: run it as often as you like. A prerequisite is made before its dependents,
/// so that there can be no cycle.
public struct Workflow: Sendable {
    /// What the workflow is called in pictures and errors.
    public var name: String
    var steps: [StepDefinition] = []
    /// What the steps of a running graph give; nil unless the steps are to join one, where they have no places yet.
    let known: (@Sendable (StepID) -> (any Any.Type)?)?
    private var isAddition: Bool { known != nil }

    /// A workflow without steps.
    public init(_ name: String = "Workflow") {
        self.init(name, joining: nil)
    }

    init(_ name: String, joining known: (@Sendable (StepID) -> (any Any.Type)?)?) {
        self.name = name
        self.known = known
    }

    /// How many steps there are.
    public var stepCount: Int { steps.count }

    private static let lastSerial = Atomic(0)

    mutating func add<Output: Sendable>(
        _ name: String,
        after inputs: [StepID],
        following others: [any WorkflowStep],
        _ policy: StepPolicy?,
        _ work: StepDefinition.Work
    ) -> Step<Output> {
        let serial = Self.lastSerial.add(1, ordering: .relaxed).newValue
        let id = StepID(serial: serial, position: isAddition ? -1 : Int32(steps.count))
        steps.append(
            StepDefinition(
                id: id, name: name, prerequisites: inputs + others.map(\.id), inputCount: inputs.count, work: work,
                output: OutputType<Output>.self, policy: policy))
        return Step(id)
    }
}
