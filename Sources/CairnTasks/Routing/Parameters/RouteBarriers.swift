import CairnGeo

/// The barriers of a question, of whatever task.
package struct RouteBarriers: Sendable {
    package let points: [PointBarrier]
    package let polylines: [PolylineBarrier]
    package let polygons: [PolygonBarrier]

    package init(_ points: [PointBarrier], _ polylines: [PolylineBarrier], _ polygons: [PolygonBarrier]) {
        (self.points, self.polylines, self.polygons) = (points, polylines, polygons)
    }

    package var isEmpty: Bool { points.isEmpty && polylines.isEmpty && polygons.isEmpty }

    /// - Throws: ``RouteError/impossibleBarrier(_:)``.
    package func check() throws(RouteError) {
        for (index, barrier) in points.enumerated() {
            let isPlace = barrier.geometry.x.isFinite && barrier.geometry.y.isFinite
            guard isPlace, barrier.addedCosts.values.allSatisfy(RouteError.possibleCosts.contains) else {
                throw .impossibleBarrier(Self.label(barrier.name, "Point barrier", index))
            }
        }
        for (index, barrier) in polylines.enumerated() {
            guard Self.arePlaces(barrier.geometry.paths), Self.areFactors(barrier.scaleFactors) else {
                throw .impossibleBarrier(Self.label(barrier.name, "Polyline barrier", index))
            }
        }
        for (index, barrier) in polygons.enumerated() {
            guard Self.arePlaces(barrier.geometry.rings), Self.areFactors(barrier.scaleFactors) else {
                throw .impossibleBarrier(Self.label(barrier.name, "Polygon barrier", index))
            }
        }
    }

    private static func label(_ name: String, _ kind: String, _ index: Int) -> String {
        name.isEmpty ? "\(kind) \(index + 1)" : "\(kind) \"\(name)\""
    }

    private static func arePlaces(_ paths: [[Position]]) -> Bool {
        paths.joined().allSatisfy { $0.x.isFinite && $0.y.isFinite }
    }

    private static func areFactors(_ factors: [String: Double]) -> Bool {
        factors.values.allSatisfy { $0 > 0 && RouteError.possibleCosts.contains($0) }
    }
}
