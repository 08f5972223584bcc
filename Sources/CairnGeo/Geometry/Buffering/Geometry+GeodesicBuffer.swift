#if os(Linux) || os(macOS)
    import CairnCore
    import Foundation

    extension Geometry {
        /// The area within a distance of a geometry on the ground.
        ///
        /// Lines and sides of areas are shortest lines. The area lies within half the Earth of longitude 0, and is cut at 180 degrees; around a pole it
        /// goes up to it. Of geometries in Web Mercator it is in Web Mercator.
        ///
        /// - Parameters:
        ///   - distance: In metres. Below zero, areas shrink, and lines and places vanish.
        ///   - maximumDeviation: How far the boundary may be from where it should be, in metres, about; what is not above 0 is a thousandth of the
        ///     distance.
        /// - Returns: A polygon.
        /// - Throws: ``GeometryError/noTransformation(from:to:)`` for other coordinates than degrees and Web Mercator;
        ///   ``GeometryError/malformed(_:)`` for coordinates that are NaN, infinite or beyond 1e100, or do not say what they mean, and for a distance
        ///   that is no number; ``GeometryError/tooManyVertices(limit:)``; ``GeometryError/notComputed(_:)``.
        public func geodesicallyBuffered(by distance: Double, maximumDeviation: Double = .nan) throws(GeometryError) -> Geometry {
            guard distance.isFinite else { throw .malformed("a distance of \(distance) is none") }
            let (degrees, radius) = (try inDegrees(), abs(distance))
            let (reference, isArea) = (degrees.spatialReference, degrees.isArea)
            let nothing = Geometry.polygon(Polygon(rings: [], spatialReference: spatialReference))
            if degrees.extent == nil || distance <= 0 && !isArea { return nothing }
            // Of less than a thousandth of a millimetre nothing is left when longitudes are rounded.
            if radius < 1e-6 { return isArea ? try normalizedAtCentralMeridian() : nothing }
            let deviation = maximumDeviation > 0 ? maximumDeviation : radius / 1000
            let disks = GeodesicDisks(radius: radius, deviation: min(deviation, radius / 4))
            var whole = GrowingUnion()
            try degrees.forEachDisk(disks) { disk throws(GeometryError) in
                let area = Geometry.polygon(Polygon(rings: disk.rings, spatialReference: reference))
                try whole.add(try area.normalizedAtCentralMeridian(), vertexCount: disk.rings.reduce(0) { $0 + $1.count })
            }
            if isArea, distance > 0 { try whole.add(try degrees.grown(disks).normalizedAtCentralMeridian(), vertexCount: 0) }
            guard let all = try whole.union() else { return nothing }
            let buffer = distance > 0 ? all : try degrees.grown(disks).normalizedAtCentralMeridian().difference(all)
            return buffer.fromDegrees(to: spatialReference)
        }

        private var isArea: Bool {
            switch self {
            case .polygon, .envelope: true
            case .point, .multipoint, .polyline: false
            }
        }

        /// How far apart vertices may be so that the boundary deviates no more than it may.
        private func spacing(_ disks: GeodesicDisks) -> Double {
            let curvature = disks.radius > 5_000_000 ? disks.radius : 6_371_000
            return min(500_000, (8 * curvature * disks.deviation).squareRoot())
        }

        private func grown(_ disks: GeodesicDisks) throws(GeometryError) -> Geometry {
            try geodesicallyDensified(maximumSegmentLength: spacing(disks)).settingZ(nil).settingM(nil)
        }

        private func forEachDisk(
            _ disks: GeodesicDisks, _ body: (Polygon) throws(GeometryError) -> Void
        ) throws(GeometryError) {
            let parts: [[Position]]
            switch self {
            case .point, .multipoint: parts = positions.map { [$0] }
            case .polyline: parts = try grown(disks).parts
            case .polygon, .envelope: parts = try grown(disks).parts.map(Polygon.closed)
            }
            let diskCount = parts.reduce(0) { $0 + max(1, $1.count - 1) }
            if diskCount > GrowingUnion.most / disks.count { throw .tooManyVertices(limit: GrowingUnion.most) }
            for part in parts {
                let ends = part.count == 1 ? [(part[0], part[0])] : Array(zip(part, part.dropFirst()))
                for (start, end) in ends {
                    for area in disks.capsule(from: start, to: end) { try body(area) }
                }
            }
        }
    }

    /// The union of areas that come one after the other and overlap mostly: united every now and then, so that what is kept is not much more than
    /// the result.
    private struct GrowingUnion {
        private static let batch = 200_000
        /// How many vertices are worked through: about as long as people wait.
        static let most = 20 * Geometry.mostVertices

        private var pieces: [Geometry] = []
        private var pending = 0
        /// With how many pending vertices they are united next.
        private var next = GrowingUnion.batch

        mutating func add(_ piece: Geometry, vertexCount: Int) throws(GeometryError) {
            pieces.append(piece)
            pending += vertexCount
            if pending <= next { return }
            let whole = try union()
            pieces = whole.map { [$0] } ?? []
            // Twice as many each time, if they do not become fewer: else they would be united again and again.
            pending = whole?.positions.count ?? 0
            next = max(Self.batch, 2 * pending)
        }

        func union() throws(GeometryError) -> Geometry? { try Geometry.union(of: pieces) }
    }
#endif
