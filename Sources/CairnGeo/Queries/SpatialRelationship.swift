/// How the features that a query finds lie to its geometry; the raw values are those of ArcGIS's `spatialRel`.
public enum SpatialRelationship: String, Sendable, Hashable, Codable, CaseIterable {
    /// They have a place in common.
    case intersects = "esriSpatialRelIntersects"
    /// The query's geometry contains them.
    case contains = "esriSpatialRelContains"
    /// They contain the query's geometry.
    case within = "esriSpatialRelWithin"
    /// They have boundaries in common, and nothing within.
    case touches = "esriSpatialRelTouches"
    /// Lines or places that lie partly within and partly outside, or lines that meet in single places.
    case crosses = "esriSpatialRelCrosses"
    /// Both are of one dimension, and each has some in common with the other and some to itself.
    case overlaps = "esriSpatialRelOverlaps"
    /// The rectangles around both have a place in common.
    case envelopeIntersects = "esriSpatialRelEnvelopeIntersects"
    /// What the spatial index finds: the same as ``envelopeIntersects`` here.
    case indexIntersects = "esriSpatialRelIndexIntersects"
}
