#if os(Linux) || os(macOS)
    import CairnGeo
    import Foundation

    /// How two geometries lie to each other, by GEOS; false also where it cannot be told.
    extension AGSGeometryEngine {
        /// Whether no place of the second lies outside the first, and one lies within.
        public static func geometry(_ geometry1: AGSGeometry, contains geometry2: AGSGeometry) -> Bool {
            isRelated(geometry1, geometry2) { try $0.contains($1) }
        }

        /// Whether they have a place in common.
        public static func geometry(_ geometry1: AGSGeometry, intersects geometry2: AGSGeometry) -> Bool {
            isRelated(geometry1, geometry2) { try $0.intersects($1) }
        }

        /// Whether the second contains the first.
        public static func geometry(_ geometry1: AGSGeometry, within geometry2: AGSGeometry) -> Bool {
            isRelated(geometry1, geometry2) { try $0.isWithin($1) }
        }

        /// Whether one lies partly in the other and partly outside, or two lines meet in single places.
        public static func geometry(_ geometry1: AGSGeometry, crossesGeometry geometry2: AGSGeometry) -> Bool {
            isRelated(geometry1, geometry2) { try $0.crosses($1) }
        }

        /// Whether they have no place in common.
        public static func geometry(_ geometry1: AGSGeometry, disjointTo geometry2: AGSGeometry) -> Bool {
            isRelated(geometry1, geometry2) { try $0.isDisjoint(with: $1) }
        }

        /// Whether they are of one dimension, have some of it in common, and each has some to itself.
        public static func geometry(_ geometry1: AGSGeometry, overlapsGeometry geometry2: AGSGeometry) -> Bool {
            isRelated(geometry1, geometry2) { try $0.overlaps($1) }
        }

        /// Whether they have boundaries in common, and nothing within.
        public static func geometry(_ geometry1: AGSGeometry, touchesGeometry geometry2: AGSGeometry) -> Bool {
            isRelated(geometry1, geometry2) { try $0.touches($1) }
        }

        /// Whether they have all places in common, whatever their vertices.
        public static func geometry(_ geometry1: AGSGeometry, equals geometry2: AGSGeometry) -> Bool {
            isRelated(geometry1, geometry2) { try $0.isTopologicallyEqual(to: $1) }
        }

        /// Whether interior, boundary and exterior meet as a pattern of nine characters says, such as `T*F**F***`.
        public static func geometry(
            _ geometry1: AGSGeometry, relatesTo geometry2: AGSGeometry, byRelation relation: String
        ) -> Bool {
            isRelated(geometry1, geometry2) { try $0.relates(to: $1, pattern: relation) }
        }

        private static func isRelated(
            _ first: AGSGeometry, _ second: AGSGeometry, _ relate: (Geometry, Geometry) throws -> Bool
        ) -> Bool {
            guard let second = first.brought(second) else { return false }
            return (try? relate(first.value, second)) ?? false
        }
    }
#endif
