import CairnTesting

/// A way of spoiling an answer.
protocol Fault: Sendable {
    /// Its name, for those who read what went wrong.
    var name: String { get }
    /// What of the spoiling nobody can see who has only the answer.
    var hides: FaultHiding { get }
    /// The spoilt answer.
    func steps(_ scene: inout FaultScene) -> [ScriptedStep]
}

extension Fault {
    var name: String { "\(Self.self).\(self)" }
    var hides: FaultHiding { .nothing }
}

/// What of a fault cannot be seen in an answer.
enum FaultHiding: Int, Sendable {
    /// The answer is right, or can be told to be wrong.
    case nothing
    /// What is there is not what should be, and not as much: who knows what must be in it can tell.
    case length
    /// It says something else, and says it well.
    case everything
}
