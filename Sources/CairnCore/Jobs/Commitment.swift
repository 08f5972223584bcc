/// The word of a body that it puts its output in place: who stops the job from then on comes too late, and is heard only if that fails.
struct Commitment: Sendable {
    /// What was asked last.
    enum Asked: Sendable { case pause, start, cancel }

    private(set) var asked: Asked?

    /// A cancellation stands.
    mutating func ask(_ new: Asked) {
        if asked != .cancel { asked = new }
    }
}
