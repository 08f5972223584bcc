/// One attempt of a step: what its body needs.
struct Attempt: Sendable {
    let step: Int32
    let number: Int32
    let definition: StepDefinition
    /// The results of the prerequisites; of a gate, what it was fulfilled with.
    let inputs: StepInputs
}
