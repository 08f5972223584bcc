import CairnGeo
import Foundation

/// A geometry of one or more parts, each a row of places.
public class AGSMultipart: AGSGeometry {
    private let rows: [[Position]]

    init(_ value: Geometry, _ rows: [[Position]]) {
        self.rows = rows
        super.init(value)
    }

    /// The parts, in their order.
    public var parts: AGSPartCollection { AGSPartCollection(rows, value.spatialReference) }
}
