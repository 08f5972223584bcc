#if os(Linux) || os(macOS)
    import CGEOS
    import CairnCore

    extension GEOSShape {
        /// Of places 0, of lines 1, of areas 2.
        var dimension: Int {
            borrowing get { ask { Int(GEOSGeom_getDimensions_r($0, $1)) } }
        }

        var vertexCount: Int {
            borrowing get { ask { Int(GEOSGetNumCoordinates_r($0, $1)) } }
        }

        /// How many points, paths or areas it has.
        var partCount: Int {
            borrowing get { ask { max(0, Int(GEOSGetNumGeometries_r($0, $1))) } }
        }

        /// The boxes around its parts.
        borrowing func boxes() throws(GeometryError) -> [BoxTree.Box] {
            var boxes: [BoxTree.Box] = []
            boxes.reserveCapacity(partCount)
            try forEachPart { (part) throws(GeometryError) in
                var (low, high) = (Position(x: .nan, y: .nan), Position(x: .nan, y: .nan))
                ask { context, _ in
                    _ = GEOSGeom_getXMin_r(context, part, &low.x) + GEOSGeom_getYMin_r(context, part, &low.y)
                    _ = GEOSGeom_getXMax_r(context, part, &high.x) + GEOSGeom_getYMax_r(context, part, &high.y)
                }
                var box = BoxTree.Box()
                box.add(low)
                box.add(high)
                boxes.append(box)
            }
            return boxes
        }

        /// Some of its parts, by their numbers.
        borrowing func parts(_ numbers: [Int]) throws(GeometryError) -> GEOSShape {
            var parts = GEOSParts(context)
            for number in numbers {
                guard let part = ask({ GEOSGetGeometryN_r($0, $1, Int32(clamping: number)) }) else { throw context.failure }
                parts.append(try context.copy(of: part))
            }
            let kind = [GEOS_MULTIPOINT, GEOS_MULTILINESTRING, GEOS_MULTIPOLYGON][dimension.clamped(to: 0...2)]
            return try GEOSShape(GEOSBuilder(context: context, hasZ: false).collect(kind, &parts), context)
        }
    }
#endif
