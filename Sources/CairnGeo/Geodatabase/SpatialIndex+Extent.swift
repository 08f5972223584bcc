import CairnCore

extension SpatialIndex {
    /// The rectangle around all that the index holds, as exact as the geometries are; nil if the index does not tell, or holds nothing.
    ///
    /// Only those at its edges are looked at, and a little beyond, for the index rounds each bound to a `Float`, outwards.
    func exactExtent() throws(DatabaseError) -> Envelope? {
        guard try isKept(), let rough = try extent() else { return nil }
        let edges = [
            Edge("minx", isLeast: true, rough.xMin), Edge("miny", isLeast: true, rough.yMin),
            Edge("maxx", isLeast: false, rough.xMax), Edge("maxy", isLeast: false, rough.yMax),
        ]
        var bounds: [Double] = []
        for edge in edges {
            guard let bound = try exact(edge) else { return nil }
            bounds.append(bound)
        }
        return Envelope(
            xMin: bounds[0], yMin: bounds[1], xMax: bounds[2], yMax: bounds[3], spatialReference: definition.spatialReference)
    }

    /// One side of what the index holds.
    private struct Edge {
        let column: String
        let isLeast: Bool
        let rounded: Double
        /// Rounding makes less of a difference, with SQLite and with others.
        let reach: Double

        init(_ column: String, isLeast: Bool, _ rounded: Double) {
            (self.column, self.isLeast, self.rounded) = (column, isLeast, rounded)
            reach = rounded.magnitude * 0x1p-20 + Double(Float.leastNormalMagnitude)
        }
    }

    /// Where the features at an edge really are; nil if they are elsewhere: somebody has moved them while nothing kept the index.
    private func exact(_ edge: Edge) throws(DatabaseError) -> Double? {
        let (function, comparison) = edge.isLeast ? ("min", "<=") : ("max", ">=")
        let row = try database.prepare(
            """
            SELECT \(function)(ST_\(edge.column)(\(geometry))) FROM \(table)
            WHERE \(id) IN (SELECT id FROM \(SQLName(name)) WHERE \(edge.column) \(comparison) ?)
            """)
        row.bind(1, edge.isLeast ? edge.rounded + edge.reach : edge.rounded - edge.reach)
        guard try row.step(), !row.isNull(0) else { return nil }
        return (row.double(0) - edge.rounded).magnitude <= edge.reach ? row.double(0) : nil
    }

    /// Whether there are triggers that tell it of what is added, moved and deleted; other programs take them away while they write.
    private func isKept() throws(DatabaseError) -> Bool {
        let statement = try database.prepare(
            """
            SELECT count(DISTINCT substr(lower(name), length(?1) + 1, 6)) FROM sqlite_master
            WHERE type = 'trigger' AND lower(tbl_name) = lower(?2) AND substr(lower(name), 1, length(?1)) = lower(?1)
            """)
        statement.bind(1, "\(name)_")
        statement.bind(2, definition.name)
        return try statement.step() && statement.int(0) >= 3
    }
}
