/// What it costs to get from each of some places to each of others.
///
/// ```swift
/// let matrix = try await costMatrixTask.solveCostMatrix(using: matrixParameters)
/// let minutes = matrix.cost("TravelTime", from: 0, to: 3)
/// ```
///
/// It keeps what was found, and nothing for what was not.
public struct CostMatrix: Sendable, Hashable {
    /// Where one sets out, in the order of the parameters.
    public let origins: [Origin]
    /// Where one gets to, in the order of the parameters.
    public let destinations: [Destination]
    /// The names of the costs: that which was kept low, and those that were added up beside it.
    public let costAttributeNames: [String]
    /// What is to be said of how they were found, such as an origin that is far from any road.
    public var messages: [String] = []
    private var rows: [CostRow]

    /// A matrix in which no way leads anywhere; see ``setCosts(_:from:to:)``.
    ///
    /// - Parameters:
    ///   - origins: Where one sets out.
    ///   - destinations: Where one gets to.
    ///   - costAttributeNames: The names of the costs.
    public init(origins: [Origin], destinations: [Destination], costAttributeNames: [String]) {
        (self.origins, self.destinations, self.costAttributeNames) = (origins, destinations, costAttributeNames)
        rows = Array(repeating: CostRow(), count: origins.count)
    }

    /// What a way costs, in the unit that the network has for that cost; nil if there is no such way, place or cost.
    ///
    /// - Parameters:
    ///   - name: The name of the cost.
    ///   - origin: Which of the origins, from 0.
    ///   - destination: Which of the destinations, from 0.
    public func cost(_ name: String, from origin: Int, to destination: Int) -> Double? {
        guard rows.indices.contains(origin), let column = costAttributeNames.firstIndex(of: name),
            let costs = rows[origin].costs(to: destination, count: costAttributeNames.count)
        else { return nil }
        let cost = costs[costs.startIndex + column]
        return cost.isFinite ? cost : nil
    }

    /// The destinations to which ways lead from an origin, in their order; none if there is no such origin.
    public func indexesOfDestinations(reachedFrom origin: Int) -> [Int] {
        rows.indices.contains(origin) ? rows[origin].destinations : []
    }

    /// Tells what a way costs. Destinations that come in their order are told fastest.
    ///
    /// - Parameters:
    ///   - costs: What it costs, in the order of the names; what is missing, or no finite number, is not known.
    ///   - origin: Which of the origins, from 0; of others nothing is kept.
    ///   - destination: Which of the destinations, from 0; of others nothing is kept.
    public mutating func setCosts(_ costs: [Double], from origin: Int, to destination: Int) {
        guard rows.indices.contains(origin), destinations.indices.contains(destination) else { return }
        // Infinity is equal to itself, unlike what is no number.
        let known = costs.prefix(costAttributeNames.count).map { $0.isFinite ? $0 : .infinity }
        let unknown = Array(repeating: Double.infinity, count: costAttributeNames.count - known.count)
        rows[origin].set(known + unknown, to: destination)
    }
}
