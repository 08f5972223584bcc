#if os(Linux) || os(macOS)
    import CGEOS

    /// Of what dimension the interiors, boundaries and exteriors of two geometries have places in common (DE-9IM), row by row.
    struct IntersectionMatrix {
        private var cells = [UInt8](repeating: UInt8(ascii: "F"), count: 9)

        /// With nothing in common.
        init() {}

        /// What GEOS says of two shapes.
        init(_ first: borrowing GEOSShape, _ second: borrowing GEOSShape) throws(GeometryError) {
            cells = try Array(first.relation(to: second).utf8)
        }

        /// Has what this one has, and another.
        mutating func add(_ other: IntersectionMatrix) {
            for (index, cell) in other.cells.enumerated() where cell != UInt8(ascii: "F") {
                if cells[index] == UInt8(ascii: "F") || cells[index] < cell { cells[index] = cell }
            }
        }

        /// Whether each dimension is as a pattern of `0`, `1`, `2`, `T`, `F` and `*` says.
        func matches(_ pattern: String) -> Bool {
            zip(cells, pattern.utf8).allSatisfy { cell, wanted in
                switch wanted {
                case UInt8(ascii: "*"): true
                case UInt8(ascii: "T"), UInt8(ascii: "t"): cell != UInt8(ascii: "F")
                default: cell == wanted & 0xDF || cell == wanted
                }
            }
        }
    }
#endif
