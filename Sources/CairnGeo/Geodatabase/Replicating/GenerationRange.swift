/// Generations behind one another.
package struct GenerationRange: Sendable, Hashable, Codable {
    /// The last before them.
    package var after: Int
    /// The last of them.
    package var through: Int

    package init(after: Int, through: Int) {
        (self.after, self.through) = (after, through)
    }
}
