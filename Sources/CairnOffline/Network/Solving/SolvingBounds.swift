/// How much work one question to a network in a file may make. There are no bounds unless who has it solved sets some for the task.
package struct SolvingBounds: Sendable {
    /// How often roads may be compared with barriers, and with their sides.
    package var comparisons = Int.max
    /// How many parts of roads all areas together may reach.
    package var reachedRoads = Int.max
    /// On how many nodes of grids all areas together may be drawn.
    package var drawnNodes = Int.max
    /// How many lines all areas together may have.
    package var lines = Int.max

    /// Those of the calling task.
    @TaskLocal package static var current = SolvingBounds()

    /// No bounds.
    package init() {}

    func check(_ reached: [FacilityReach]) throws(SolvingExcess) {
        let count = reached.reduce(0) { $0 + $1.parts.count }
        if count > reachedRoads { throw SolvingExcess(work: .reachingRoads, limit: reachedRoads) }
    }

    func check(drawnNodes count: Int) throws(SolvingExcess) {
        if count > drawnNodes { throw SolvingExcess(work: .drawingAreas, limit: drawnNodes) }
    }

    func check(lines count: Int) throws(SolvingExcess) {
        if count > lines { throw SolvingExcess(work: .drawingLines, limit: lines) }
    }
}

/// A question makes more work than ``SolvingBounds`` allow.
package struct SolvingExcess: Error, Hashable {
    /// What there is too much of.
    package enum Work: Sendable, Hashable {
        case comparingBarriers
        case reachingRoads
        case drawingAreas
        case drawingLines
    }

    package let work: Work
    /// How much of it is allowed.
    package let limit: Int
}
