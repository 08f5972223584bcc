/// Makes an order of places shorter, by moving runs of them and turning runs round until nothing helps.
///
/// What a change saves is told by the costs at the ends of the run, and by sums of those along the order in both directions; so a pass over all changes
/// takes a time that grows with the square of the places, and only one that is made is paid for with the order's length.
struct VisitImprovement {
    private let costs: [[Int]]
    private let movable: Range<Int>
    private(set) var order: [Int]
    /// What it costs to come to each place of the order from the first, and back from there.
    private var ahead: [Int] = []
    private var back: [Int] = []
    /// How many changes have been looked at, and how many made.
    private(set) var lookedAt = 0
    private(set) var made = 0

    /// Longer runs are turned round and not moved.
    private static let longestMoved = 3

    /// - Parameter movable: The places of the order that may be changed; those beside them are its first and its last.
    init(_ order: [Int], _ costs: [[Int]], movable: Range<Int>) {
        (self.order, self.costs, self.movable) = (order, costs, movable)
        measure()
    }

    /// - Throws: `CancellationError` if the calling task is cancelled.
    mutating func run() throws {
        var before = -1
        while made != before {
            before = made
            for start in movable {
                try Task.checkCancellation()
                for end in start + 1...movable.upperBound { change(start..<end) }
            }
        }
    }

    private mutating func change(_ run: Range<Int>) {
        if run.count > 1, savedByTurning(run) > 0 { replace(run, by: order[run].reversed()) }
        guard run.count <= Self.longestMoved else { return }
        for target in movable.lowerBound...movable.upperBound - run.count where target != run.lowerBound {
            if savedByMoving(run, to: target) > 0 {
                move(run, to: target)
                // What is there now is another run.
                return
            }
        }
    }

    // MARK: - What is saved

    /// From one place of the order to another; nothing where there is none, before the first and behind the last.
    private func cost(_ from: Int, _ to: Int) -> Int {
        order.indices.contains(from) && order.indices.contains(to) ? costs[order[from]][order[to]] : 0
    }

    private mutating func savedByTurning(_ run: Range<Int>) -> Int {
        lookedAt += 1
        let (first, last) = (run.lowerBound, run.upperBound - 1)
        let before = cost(first - 1, first) + ahead[last] - ahead[first] + cost(last, last + 1)
        return before - cost(first - 1, last) - (back[last] - back[first]) - cost(first, last + 1)
    }

    /// - Parameter target: Where the run goes among the other places.
    private mutating func savedByMoving(_ run: Range<Int>, to target: Int) -> Int {
        lookedAt += 1
        let (first, last) = (run.lowerBound, run.upperBound - 1)
        // The places that it comes between, as they stand now.
        let left = target < first ? target - 1 : target + run.count - 1
        let gap = cost(first - 1, first) + cost(last, last + 1) - cost(first - 1, last + 1)
        return gap + cost(left, left + 1) - cost(left, first) - cost(last, left + 1)
    }

    // MARK: - Changes

    private mutating func move(_ run: Range<Int>, to target: Int) {
        let moved = Array(order[run])
        order.removeSubrange(run)
        order.insert(contentsOf: moved, at: target)
        (made, _) = (made + 1, measure())
    }

    private mutating func replace(_ run: Range<Int>, by places: [Int]) {
        order.replaceSubrange(run, with: places)
        (made, _) = (made + 1, measure())
    }

    private mutating func measure() {
        (ahead, back) = ([0], [0])
        for place in order.indices.dropFirst() {
            ahead.append(ahead[place - 1] + cost(place - 1, place))
            back.append(back[place - 1] + cost(place, place - 1))
        }
    }
}
