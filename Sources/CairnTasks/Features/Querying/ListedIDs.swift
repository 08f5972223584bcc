/// Tells lists of object ids that are cut from those of a service whose features others add and delete meanwhile.
///
/// Fewer ids than are counted before the list and behind it come of a list that is cut, or of some that were deleted before it and others that were
/// added behind it. The latter is chance: of independent lists one in four, at most, is such. A list is cut that stays the same, id for id, while
/// more are counted; and one that has been short each time of twenty, which chance does once in 4^20 times.
struct ListedIDs: Sendable {
    private static let (mostTimes, mostTimesTheSame) = (20, 3)

    private var last: [Int]?
    private(set) var times = 0
    private var timesTheSame = 0

    /// Takes a list that is too short.
    ///
    /// - Returns: Whether it is cut.
    mutating func isCut(_ list: [Int]) -> Bool {
        timesTheSame = list == last ? timesTheSame + 1 : 1
        (last, times) = (list, times + 1)
        return timesTheSame >= Self.mostTimesTheSame || times >= Self.mostTimes
    }

    /// Whether it is time to wait before another list: what others do in one go moves several in the same way.
    var wantsPause: Bool { times >= Self.mostTimesTheSame }
}
