/// The features that rank highest of those that were seen.
struct BestFeatures {
    struct Item {
        let feature: Int
        var rank: Double
    }

    private let most: Int
    private var items: [Item] = []
    /// The lowest rank, once there are as many as are kept.
    private var least = -Double.infinity

    init(most: Int) {
        self.most = most
    }

    var count: Int { items.count }

    /// The highest first.
    var ranked: [Item] { items.sorted { ($1.rank, $0.feature) < ($0.rank, $1.feature) } }

    mutating func insert(_ feature: Int, _ rank: Double) {
        if items.count == most, rank <= least { return }
        if let known = items.firstIndex(where: { $0.feature == feature }) {
            items[known].rank = max(items[known].rank, rank)
        } else if items.count < most {
            items.append(Item(feature: feature, rank: rank))
        } else if let place = items.firstIndex(where: { $0.rank == least }) {
            items[place] = Item(feature: feature, rank: rank)
        }
        if items.count == most { least = items.reduce(.infinity) { min($0, $1.rank) } }
    }
}
