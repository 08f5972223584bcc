extension CostMatrix: Codable {
    private enum CodingKeys: String, CodingKey {
        case origins, destinations, costAttributeNames, messages, ways
    }

    /// What is known of the way from an origin to a destination.
    private struct Way: Codable {
        let origin: Int
        let destination: Int
        let costs: [Double?]
    }

    /// Reads what ``encode(to:)`` writes; ways of places that there are none of are passed over.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            origins: try values.decode([Origin].self, forKey: .origins),
            destinations: try values.decode([Destination].self, forKey: .destinations),
            costAttributeNames: try values.decode([String].self, forKey: .costAttributeNames))
        messages = try values.decode([String].self, forKey: .messages)
        for way in try values.decode([Way].self, forKey: .ways) {
            setCosts(way.costs.map { $0 ?? .infinity }, from: way.origin, to: way.destination)
        }
    }

    /// Writes the places, and the ways that there are.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(origins, forKey: .origins)
        try values.encode(destinations, forKey: .destinations)
        try values.encode(costAttributeNames, forKey: .costAttributeNames)
        try values.encode(messages, forKey: .messages)
        let ways = origins.indices.flatMap { origin in
            indexesOfDestinations(reachedFrom: origin).map { destination in
                Way(
                    origin: origin, destination: destination,
                    costs: costAttributeNames.map { cost($0, from: origin, to: destination) })
            }
        }
        try values.encode(ways, forKey: .ways)
    }
}
