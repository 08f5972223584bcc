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
        let places = batch.nodes.count..<batch.nodes.count + way.nodes.count
        guard let road = OSMRoad(way.id, reader.tags(way.tags), nodes: places) else { return }
        batch.roads.append(road)
        batch.nodes += way.nodes
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
        guard kind.hasPrefix("no_") || kind.hasPrefix("only_") else {
            batch.passedOver += 1
            return
        }
        func members(_ role: String, _ kind: OSMRelation.Member.Kind) -> [Int] {
            relation.members.filter { $0.kind == kind && reader.texts[$0.role] == role }.map(\.id)
        }
        let nodes = members("via", .node)
        batch.restrictions.append(
            OSMTurnRestriction(
                from: members("from", .way), to: members("to", .way), node: nodes.count == 1 ? nodes[0] : nil,
                isOverWays: !members("via", .way).isEmpty, isOnly: kind.hasPrefix("only_")))
    }

    private func isForCars(_ tags: RoadTags) -> Bool {
        let excepted = tags[.except]?.split(separator: ";").map { $0.trimmingPrefix(" ") } ?? []
        return !excepted.contains { $0 == "motorcar" || $0 == "motor_vehicle" }
    }
}

/// Finds the tags that matter by the numbers of their keys in a block.
struct RoadTagReader {
    /// The keys' numbers are looked up once for a block.
    private var keys: [Int: RoadTags.Key] = [:]
    private var numbers: [RoadTags.Key: [Int]] = [:]
    private(set) var texts = OSMTexts()

    init() {}

    init(_ texts: OSMTexts) {
        self.texts = texts
        for number in 0..<texts.count {
            guard texts.length(number) <= 24, let key = RoadTags.Key(rawValue: texts[number]) else { continue }
            keys[number] = key
            numbers[key, default: []].append(number)
        }
    }

    func has(_ key: RoadTags.Key, _ tags: OSMTags) -> Bool {
        guard let numbers = numbers[key] else { return false }
        return tags.keys.contains { numbers.contains($0) }
    }

    func tags(_ tags: OSMTags) -> RoadTags {
        var read = RoadTags()
        tags.forEach { key, value in if let key = keys[key] { read[key] = texts[value] } }
        return read
    }
}
