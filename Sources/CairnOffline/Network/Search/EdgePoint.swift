/// A place on a road, as a share of it.
struct EdgePoint: Hashable, Sendable {
    let edge: UInt32
    /// From the edge's beginning, 0…1.
    let share: Double
}
