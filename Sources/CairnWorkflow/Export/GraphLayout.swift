/// Where the boxes and lines of a graph go: layers from left to right, each step right of all its prerequisites.
///
/// The layers are those of the longest paths. Lines that skip layers get a place of their own in each, so that they run between the
/// boxes. Within the layers places are ordered by the mean of their neighbours', forth and back (the barycentre heuristic of Sugiyama,
/// Tagawa and Toda, 1981).
struct GraphLayout {
    struct Size { var width: Double, height: Double }
    struct Spot { var x: Double, y: Double }

    /// The top left corner of each box.
    private(set) var boxes: [Spot] = []
    /// The lines as points, from the right side of a box to the left side of another.
    private(set) var lines: [(from: Int, to: Int, points: [Spot])] = []
    private(set) var size = Size(width: 0, height: 0)

    private static let gap = Size(width: 56, height: 18)
    /// Where lines would need more places than this between the boxes they run straight: they could be as many as boxes times lines.
    private static let mostBends = 100_000

    /// One place in a layer: a box, or where a line passes.
    private struct Place {
        var box: Int?
        var layer: Int
        var order = 0.0
        var y = 0.0
        var height: Double
        var before: [Int] = []
        var after: [Int] = []
    }

    private var places: [Place] = []
    private var layers: [[Int]] = []

    /// - Parameters:
    ///   - sizes: The size of each box.
    ///   - prerequisites: The boxes before each box, all of them earlier in the list.
    init(sizes: [Size], prerequisites: [[Int]]) {
        boxes = sizes.map { _ in Spot(x: 0, y: 0) }
        let chains = makePlaces(sizes, prerequisites)
        for sweep in 0..<4 { order(forth: sweep.isMultiple(of: 2)) }
        setHeights()
        let columns = setColumns(sizes)
        for chain in chains { draw(chain, sizes, columns) }
    }

    /// Gives every box, and every line in the layers it skips, a place; returns the places along each line.
    private mutating func makePlaces(_ sizes: [Size], _ prerequisites: [[Int]]) -> [[Int]] {
        var layerOf = [Int](repeating: 0, count: sizes.count)
        for box in sizes.indices {
            layerOf[box] = (prerequisites[box].map { layerOf[$0] + 1 }.max() ?? 0)
            places.append(Place(box: box, layer: layerOf[box], height: sizes[box].height))
        }
        layers = [[Int]](repeating: [], count: (layerOf.max() ?? -1) + 1)
        for box in sizes.indices { layers[layerOf[box]].append(box) }
        let lines = sizes.indices.flatMap { box in prerequisites[box].map { (from: $0, to: box) } }
        let bends = lines.reduce(0) { $0 + layerOf[$1.to] - layerOf[$1.from] - 1 }
        return lines.map { chain($0.from, $0.to, bends: bends <= Self.mostBends) }
    }

    private mutating func chain(_ from: Int, _ to: Int, bends: Bool) -> [Int] {
        var chain = [from]
        for layer in (places[from].layer + 1)..<places[to].layer where bends {
            layers[layer].append(places.count)
            chain.append(places.count)
            places.append(Place(box: nil, layer: layer, height: 8))
        }
        chain.append(to)
        for (left, right) in zip(chain, chain.dropFirst()) {
            places[left].after.append(right)
            places[right].before.append(left)
        }
        return chain
    }

    private mutating func order(forth: Bool) {
        for layer in forth ? Array(layers.indices) : layers.indices.reversed() {
            for (index, place) in layers[layer].enumerated() {
                let neighbours = forth ? places[place].before : places[place].after
                let mean = neighbours.reduce(0) { $0 + places[$1].order } / Double(max(1, neighbours.count))
                places[place].order = neighbours.isEmpty ? Double(index) : mean
            }
            let sorted = layers[layer].enumerated().sorted {
                (places[$0.element].order, $0.offset) < (places[$1.element].order, $1.offset)
            }
            layers[layer] = sorted.map(\.element)
            for (index, place) in layers[layer].enumerated() { places[place].order = Double(index) }
        }
    }

    /// Stacks each layer, and centres it.
    private mutating func setHeights() {
        let heights = layers.map { layer in
            layer.reduce(0) { $0 + places[$1].height } + Self.gap.height * Double(max(0, layer.count - 1))
        }
        size.height = heights.max() ?? 0
        for (layer, height) in zip(layers, heights) {
            var y = (size.height - height) / 2
            for place in layer {
                places[place].y = y
                y += places[place].height + Self.gap.height
            }
        }
    }

    private mutating func setColumns(_ sizes: [Size]) -> [(x: Double, width: Double)] {
        var columns: [(x: Double, width: Double)] = []
        var x = 0.0
        for layer in layers {
            let width = layer.compactMap { places[$0].box }.map { sizes[$0].width }.max() ?? 0
            columns.append((x, width))
            for place in layer {
                if let box = places[place].box { boxes[box] = Spot(x: x + (width - sizes[box].width) / 2, y: places[place].y) }
            }
            x += width + Self.gap.width
        }
        size.width = max(0, x - Self.gap.width)
        return columns
    }

    private mutating func draw(_ chain: [Int], _ sizes: [Size], _ columns: [(x: Double, width: Double)]) {
        var points: [Spot] = []
        for (position, place) in chain.enumerated() {
            let middle = places[place].y + places[place].height / 2
            let column = columns[places[place].layer]
            switch (places[place].box, position) {
            case (let box?, 0): points.append(Spot(x: boxes[box].x + sizes[box].width, y: middle))
            case (let box?, _): points.append(Spot(x: boxes[box].x, y: middle))
            case (nil, _): points += [Spot(x: column.x, y: middle), Spot(x: column.x + column.width, y: middle)]
            }
        }
        lines.append((chain[0], chain[chain.count - 1], points))
    }
}
