import CairnCore

/// How a result of a kind is marked on the map: by its colour and by its shape.
struct DemoMark {
    let kind: DemoResult.Kind

    /// - Parameters:
    ///   - size: The radius of a plain mark; the others are larger.
    ///   - title: What is shown to whoever points at it.
    func svg(at point: MapFrame.Point, size: Double, title: String? = nil) -> String {
        let tooltip = title.map { "<title>\($0.markupEscaped)</title>" } ?? ""
        guard let corners else {
            let (x, y, radius) = (MapFrame.short(point.x), MapFrame.short(point.y), MapFrame.short(size))
            return "<circle class=\"\(kind)\" cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\">\(tooltip)</circle>"
        }
        let outline = MapFrame.path(corners.map { (point.x + $0.x * size, point.y + $0.y * size) })
        return "<path class=\"\(kind)\" d=\"\(outline)Z\">\(tooltip)</path>"
    }

    /// Around the middle, in radii; nil for a circle.
    private var corners: [MapFrame.Point]? {
        switch kind {
        case .exact: nil
        case .corrected: [(0, -2.2), (2.2, 0), (0, 2.2), (-2.2, 0)]
        case .tied: [(-1.7, -1.7), (1.7, -1.7), (1.7, 1.7), (-1.7, 1.7)]
        case .unmatched: [(0, -2), (2, 1.6), (-2, 1.6)]
        }
    }
}
