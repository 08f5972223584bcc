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
}
