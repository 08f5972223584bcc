/// Gathers the roads of a block, and the turns that are forbidden to cars.
struct OSMRoadVisitor: OSMVisitor {
    /// What a block had.
    struct Batch: Sendable {
        var roads: [OSMRoad] = []
        var nodes: [Int] = []
        var restrictions: [OSMTurnRestriction] = []
        /// How many restrictions hold at some hours, or for others.
        var passedOver = 0
    }

    private(set) var batch = Batch()
    private var reader = RoadTagReader()

    var wantsNodes: Bool { false }
    var wantsWays: Bool { true }

    mutating func begin(_ texts: OSMTexts) { reader = RoadTagReader(texts) }

    mutating func visit(_ node: OSMNode) {}

    mutating func visit(_ way: OSMWay) {
        guard reader.has(.highway, way.tags) || reader.has(.route, way.tags) else { return }
        // Equal nodes in a row are one: nobody moves between them.
        let nodes = way.nodes.indices.filter { $0 == 0 || way.nodes[$0 - 1] != way.nodes[$0] }.map { way.nodes[$0] }
        let places = batch.nodes.count..<batch.nodes.count + nodes.count
        guard let road = OSMRoad(way.id, reader.tags(way.tags), nodes: places) else { return }
        batch.roads.append(road)
        batch.nodes += nodes
    }

    mutating func visit(_ relation: OSMRelation) {
        guard reader.has(.type, relation.tags) else { return }
        let tags = reader.tags(relation.tags)
        guard tags[.type] == "restriction" else { return }
        guard let kind = tags[.restrictionMotorcar] ?? tags[.restrictionMotorVehicle] ?? tags[.restriction], isForCars(tags)
        else {
            batch.passedOver += 1
            return
        }
        // Who may turn when the light is green turns.
        guard kind.hasPrefix("no_") && !kind.hasSuffix("_on_red") || kind.hasPrefix("only_"), tags[.hourOn] == nil,
            tags[.dayOn] == nil
        else {
            batch.passedOver += 1
            return
        }
        func members(_ role: String, _ kind: OSMRelation.Member.Kind) -> [Int] {
            relation.members.filter { $0.kind == kind && reader.texts[$0.role] == role }.map(\.id)
        }
        let (from, to, nodes) = (members("from", .way), members("to", .way), members("via", .node))
        // Several that are entered, or left, is how entries and exits are forbidden; several of both say not which of each.
        guard from.count < 2 || to.count < 2 else {
            batch.passedOver += 1
            return
        }
        batch.restrictions.append(
            OSMTurnRestriction(
                from: from, to: to, node: nodes.count == 1 ? nodes[0] : nil,
                isOverWays: !members("via", .way).isEmpty, isOnly: kind.hasPrefix("only_")))
    }

    private func isForCars(_ tags: RoadTags) -> Bool {
        let excepted = tags[.except]?.split(separator: ";").map { $0.trimmingPrefix(" ") } ?? []
        return !excepted.contains { $0 == "motorcar" || $0 == "motor_vehicle" }
    }
}
