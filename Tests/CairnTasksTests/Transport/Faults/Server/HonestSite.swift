import CairnTesting

/// What a server would answer if nothing went wrong.
protocol HonestSite: Sendable {
    /// What must never come out: passwords, and every token that was issued.
    var secrets: [String] { get }
    func answer(to request: ScriptedRequest) -> HonestAnswer
}
