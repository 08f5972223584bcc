import CairnCore

extension TravelNetwork {
    /// The roads of a way, each with its line, length and time.
    func steps(of way: Way, around obstacles: RoadObstacles) throws(BlockDamage) -> [RouteStep] {
        var steps: [RouteStep] = []
        for (index, road) in way.roads.enumerated() {
            let (start, end) = (index == 0 ? way.start : 0, index == way.roads.count - 1 ? way.end : 1)
            steps.append(try RouteStep(road, from: start, to: end, in: roads, by: memory.kind, around: obstacles))
        }
        return steps
    }

    /// What a way costs, by the names of costs.
    ///
    /// - Parameter added: What is to be added, by the same names.
    func costs(of steps: some Sequence<RouteStep>, adding added: [[String: Double]] = []) -> [String: Double] {
        var (seconds, metres) = (0.0, 0.0)
        for step in steps { (seconds, metres) = (seconds + step.time, metres + step.reckonedLength) }
        for costs in added {
            seconds += max(0, memory.kind.milliseconds(of: costs)) / 1000
            if memory.kind == .drivingDistance { metres += max(0, memory.kind.cost(of: costs)) / 100 }
        }
        return RoadNetworkInfo.costs(memory.kind, seconds: seconds, metres: metres)
    }
}
