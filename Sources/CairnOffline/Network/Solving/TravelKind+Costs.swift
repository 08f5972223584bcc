import CairnCore

/// What is kept short, by the names and in the units of costs.
extension TravelKind {
    /// The name of the cost that is kept short.
    var costName: String { self == .drivingDistance ? RoadNetworkInfo.Cost.kilometers : timeName }

    /// The costs that say what is kept short, in the order in which they are looked for.
    var costNames: [String] { self == .drivingDistance ? [costName, RoadNetworkInfo.Cost.miles] : [timeName] }

    var timeName: String { isDriving ? RoadNetworkInfo.Cost.travelTime : RoadNetworkInfo.Cost.walkTime }

    /// How many milliseconds a minute has, or centimetres a kilometre.
    var unitsPerCost: Double { self == .drivingDistance ? 100_000 : 60_000 }

    /// What costs by their names, in their units, amount to: milliseconds, or centimetres.
    func cost(of costs: [String: Double]) -> Double {
        guard self == .drivingDistance else { return milliseconds(of: costs) }
        if let kilometers = costs[RoadNetworkInfo.Cost.kilometers] { return kilometers * unitsPerCost }
        return (costs[RoadNetworkInfo.Cost.miles] ?? 0) * 1.609_344 * unitsPerCost
    }

    func milliseconds(of costs: [String: Double]) -> Double { (costs[timeName] ?? 0) * 60_000 }
}
