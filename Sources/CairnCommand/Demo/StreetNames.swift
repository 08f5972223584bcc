import CairnCore

/// Names for streets, each given once: trees, what may be under them, and what kind of street it is.
struct StreetNames {
    private static let trees = [
        "Alder", "Birch", "Cedar", "Dogwood", "Elderberry", "Fir", "Gingko", "Hawthorn", "Ironwood", "Juniper", "Katsura",
        "Larch", "Maple", "Nutmeg", "Oak", "Poplar", "Quince", "Rowan", "Spruce", "Tupelo", "Viburnum", "Walnut", "Yew",
    ]
    private static let places = ["", " Hill", " Park", " Creek", " Ridge", " Meadow", " Glen", " Spring", " Point"]
    private static let directions = ["", "North ", "South ", "East ", "West "]
    private static let kinds = ["Street", "Avenue", "Lane", "Drive", "Court", "Road", "Boulevard"]

    /// How many streets of each kind have a name.
    private var given: [String: Int] = [:]

    /// The name of a street along these sides of blocks.
    mutating func next(for edges: [TownEdge]) -> String {
        let kind = Self.kind(of: edges)
        let index = given[kind, default: 0]
        given[kind] = index + 1
        // Kinds begin at different trees.
        let tree = Self.trees[(index + 5 * (Self.kinds.firstIndex(of: kind) ?? 0)) % Self.trees.count]
        let place = Self.places[index / Self.trees.count % Self.places.count]
        let direction = Self.directions[index / (Self.trees.count * Self.places.count) % Self.directions.count]
        let rest = index / (Self.trees.count * Self.places.count * Self.directions.count)
        return "\(direction)\(tree)\(place)\(rest > 0 ? " \(rest + 1)" : "") \(kind)"
    }

    private static func kind(of edges: [TownEdge]) -> String {
        let (isAcross, line, isMain) = (edges[0].isAcross, edges[0].line, edges[0].isMain)
        if isMain, line != 0 { return isAcross ? "Boulevard" : "Road" }
        if !isMain, edges.count == 1 { return "Court" }
        if !isMain, edges.count <= 3 { return isAcross ? "Lane" : "Drive" }
        return isAcross ? "Street" : "Avenue"
    }
}
