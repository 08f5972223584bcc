import CairnGeo

extension AreaOutline {
    /// The rings of an area, none of which leads over 180 degrees: what lies beyond is an area of its own.
    ///
    /// - Parameter depths: How far nodes are from the area, in cells, row by row; below zero within.
    static func ringsCutAtDateLine(_ depths: [Float], _ frame: DistanceField.Frame) -> [[Position]] {
        guard let line = frame.dateLine else { return AreaOutline(depths, frame).rings() }
        return [Half.west, .east].flatMap { half in
            // As far from the area as can be, so that the half ends at the line.
            let own = depths.indices.map { half.has($0 % frame.columns, line) ? depths[$0] : .greatestFiniteMagnitude }
            return AreaOutline(own, frame).rings().map { $0.map { half.moved($0, frame.origin.x < 0 ? -180 : 180) } }
        }
    }

    /// One side of the line.
    private enum Half {
        case west, east

        func has(_ column: Int, _ line: Int) -> Bool { self == .west ? column <= line : column >= line }

        /// A place of it in degrees of -180 to 180: those of its western half are told up to 180, those of its eastern half from -180.
        func moved(_ place: Position, _ line: Double) -> Position {
            switch self {
            case .west: Position(x: min(place.x, line) - line + 180, y: place.y)
            case .east: Position(x: max(place.x, line) - line - 180, y: place.y)
            }
        }
    }
}
