import CairnGeo

extension AreaOutline {
    /// The rings of an area, none of which leads over 180 degrees: what lies beyond is an area of its own.
    ///
    /// - Parameter depths: How far nodes are from the area, in cells, row by row; below zero within.
    static func ringsCutAtDateLine(_ depths: [Float], _ frame: DistanceField.Frame) -> [[Position]] {
        guard let line = frame.dateLine else { return AreaOutline(depths, frame).rings() }
        return [-1.0, 1].flatMap { side in
            // Within one half of the grid as far as its nodes are from the line.
            let half = depths.indices.map { max(depths[$0], Float(-side * (Double($0 % frame.columns) - line))) }
            return AreaOutline(half, frame).rings().map { $0.map { moved($0, onto: side, frame) } }
        }
    }

    /// A place in degrees of -180 to 180; on the line itself it is on the side of its half.
    private static func moved(_ place: Position, onto side: Double, _ frame: DistanceField.Frame) -> Position {
        let middle = frame.origin.x < 0 ? -180.0 : 180
        let x = side < 0 ? min(place.x, middle) : max(place.x, middle)
        // West of the line longitudes are those up to 180, east of it those from -180.
        return Position(x: side < 0 && middle < 0 ? x + 360 : side > 0 && middle > 0 ? x - 360 : x, y: place.y)
    }
}
