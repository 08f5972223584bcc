import CairnGeo
import Foundation

/// A geometry of one or more parts, each a row of places.
public class AGSMultipart: AGSGeometry {
    private let rows: [[Position]]

    init(_ value: Geometry, _ rows: [[Position]]) {
        self.rows = rows
        super.init(value)
    }

    /// The places of each part.
    public var parts: [AGSPointCollection] { rows.map { AGSPointCollection($0, value.spatialReference) } }
}
