/// Gathers the places of the nodes that roads have, and those at which cars do not come past.
struct OSMNodeVisitor: OSMVisitor {
    /// What a block had, by where the nodes' ids stand among the wanted.
    struct Batch: Sendable {
        var found: [(index: Int, place: RoadDraft.Place)] = []
        var blocked: [Int] = []
    }

    /// The ids that are wanted, in order.
    private let wanted: [Int]
    /// Where the last one stood: files have their nodes in order, mostly.
    private var place = 0
    private(set) var batch = Batch()
    private var reader = RoadTagReader()

    init(wanted: [Int]) { self.wanted = wanted }

    var wantsNodes: Bool { true }
    var wantsWays: Bool { false }

    mutating func begin(_ texts: OSMTexts) { reader = RoadTagReader(texts) }

    mutating func visit(_ node: OSMNode) {
        guard let index = index(of: node.id) else { return }
        batch.found.append((index, RoadDraft.Place(longitude: node.longitude, latitude: node.latitude)))
        if !node.tags.keys.isEmpty, reader.has(.barrier, node.tags), reader.tags(node.tags).blocksCars {
            batch.blocked.append(index)
        }
    }

    mutating func visit(_ way: OSMWay) {}
    mutating func visit(_ relation: OSMRelation) {}

    /// Goes on from the last one by steps that double, and then halves.
    private mutating func index(of id: Int) -> Int? {
        if place >= wanted.count || wanted[place] > id { place = 0 }
        var (low, step) = (place, 1)
        while low + step < wanted.count, wanted[low + step] <= id { (low, step) = (low + step, step * 2) }
        var high = min(low + step, wanted.count)
        while low + 1 < high {
            let middle = (low + high) / 2
            if wanted[middle] <= id { low = middle } else { high = middle }
        }
        place = low
        return low < wanted.count && wanted[low] == id ? low : nil
    }
}
