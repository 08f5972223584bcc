/// A way that somebody moves on, as it stands in the file.
struct OSMRoad: Sendable {
    let id: Int
    /// Where its nodes' ids stand.
    let nodes: Range<Int>
    let roadClass: RoadClass
    let isRoundabout: Bool
    let isForWalking: Bool
    /// In km/h; nil where cars may not go that way.
    let speed: Double?
    let speedBack: Double?
    /// How fast a ferry is, whomever it carries, in km/h; nil of roads.
    let ferrySpeed: Double?
    /// How long all of it takes, in seconds, where that is said: of ferries.
    let duration: Double?
    let name: String
    let reference: String

    /// Nil for what nobody moves on.
    init?(_ id: Int, _ tags: RoadTags, nodes: Range<Int>) {
        guard let roadClass = tags.roadClass, nodes.count > 1 else { return nil }
        (self.id, self.nodes, self.roadClass) = (id, nodes, roadClass)
        let (forward, backward) = tags.allowsCars(roadClass) ? tags.carDirections(roadClass) : (false, false)
        let usual = tags.speedLimit(.maxspeed) ?? roadClass.drivingSpeed
        speed = forward ? tags.speedLimit(.maxspeedForward) ?? usual : nil
        speedBack = backward ? tags.speedLimit(.maxspeedBackward) ?? usual : nil
        isForWalking = tags.allowsWalking(roadClass)
        guard isForWalking || speed != nil || speedBack != nil else { return nil }
        isRoundabout = tags.isRoundabout
        ferrySpeed = roadClass == .ferry ? usual : nil
        duration = roadClass == .ferry ? tags.duration : nil
        (name, reference) = (tags[.name] ?? "", tags[.ref] ?? "")
    }
}

/// A relation that forbids turns, or all but one.
struct OSMTurnRestriction: Sendable {
    let from: [Int]
    let to: [Int]
    /// The node it is at; nil if it is ways, or is not named.
    let node: Int?
    let isOverWays: Bool
    let isOnly: Bool
}
