import CairnCore
import CairnGeo

/// A box that clients ask by, whose western edge may lie east of the eastern one: it crosses the meridian of 180 degrees then.
struct BoxAcross180 {
    private let box: Envelope

    init(_ box: Envelope) {
        self.box = box
    }

    /// The box, or both its parts.
    ///
    /// - Parameter relation: What is asked of features, in Esri's word.
    func geometry(_ relation: String?) throws(ServiceFailure) -> Geometry {
        let (bottom, top) = (min(box.yMin, box.yMax), max(box.yMin, box.yMax))
        func part(_ left: Double, _ right: Double) -> Envelope {
            Envelope(xMin: left, yMin: bottom, xMax: right, yMax: top, spatialReference: box.spatialReference)
        }
        guard box.xMin > box.xMax else { return .envelope(part(box.xMin, box.xMax)) }
        let edge = try edge()
        let parts = [part(box.xMin, edge), part(-edge, box.xMax)].filter { $0.xMin < $0.xMax }
        guard parts.count > 1 else { return .envelope(parts.first ?? part(edge, edge)) }
        guard bottom < top else { throw wrong("it has no height; ask on each side of it") }
        if let relation,
            relation.lowercased().hasSuffix("envelopeintersects") || relation.lowercased().hasSuffix("indexintersects")
        {
            throw wrong("\(relation.printable(upTo: 60)) does not take such a one; ask on each side of it")
        }
        return .polygon(Geometry.Polygon(rings: parts.map(Self.ring), spatialReference: box.spatialReference))
    }

    private static func ring(around box: Envelope) -> [Position] {
        [
            Position(x: box.xMin, y: box.yMin), Position(x: box.xMin, y: box.yMax), Position(x: box.xMax, y: box.yMax),
            Position(x: box.xMax, y: box.yMin), Position(x: box.xMin, y: box.yMin),
        ]
    }

    /// How far east there is a place.
    private func edge() throws(ServiceFailure) -> Double {
        let edge: Double
        switch box.spatialReference {
        case let reference? where reference.isWGS84: edge = 180
        case let reference? where reference.isWebMercator: edge = WebMercator.radius * .pi
        default: throw .invalid("geometry", "its xmin is greater than its xmax")
        }
        // What rounding adds to the edge of the world is none of it.
        guard abs(box.xMin) <= edge * (1 + 1e-9), abs(box.xMax) <= edge * (1 + 1e-9) else {
            throw .invalid("geometry", "its xmin is greater than its xmax, and both are not within \(-edge) and \(edge)")
        }
        return edge
    }

    private func wrong(_ reason: String) -> ServiceFailure { .invalid("geometry", "it crosses 180 degrees, and \(reason)") }
}
