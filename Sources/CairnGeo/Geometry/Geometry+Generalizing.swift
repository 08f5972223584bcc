extension Geometry {
    /// This geometry with fewer vertices: each that is left out lies within a distance of the segment that then takes its place.
    ///
    /// Ends of paths stay, and so do rings that would lose their area or their direction; rings may come to cross. Points, and boxes, stay as
    /// they are. It takes time in proportion to the number of vertices.
    ///
    /// - Parameter maxDeviation: In the units of the coordinates. What is no number above zero leaves all as it is.
    public func generalized(maxDeviation: Double) -> Geometry {
        guard maxDeviation > 0, maxDeviation.isFinite else { return self }
        switch self {
        case .point, .multipoint, .envelope: return self
        case .polyline(let line):
            let paths = line.paths.map { LineGeneralizer.line($0, deviation: maxDeviation) }
            return .polyline(Polyline(paths: paths, spatialReference: line.spatialReference))
        case .polygon(let polygon):
            let rings = polygon.rings.map { LineGeneralizer.ring($0, deviation: maxDeviation) }
            return .polygon(Polygon(rings: rings, spatialReference: polygon.spatialReference))
        }
    }
}
