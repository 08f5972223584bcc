extension Geometry {
    /// Reads well-known text: OGC's (06-103r4 §7), with Z and M, and PostGIS's EWKT, such as `SRID=4326;POINT (7.44 46.95)`.
    ///
    /// Points, lines and polygons are read, and multipoints, multilines and multipolygons, in any case and with any white space. What has
    /// no word for its dimensions has those of its first vertex: a third number is a height, a fourth a measure. Rings are closed and
    /// turned as Esri's are, outer ones clockwise. Empty parts of a collection are left out.
    ///
    /// - Parameters:
    ///   - text: One geometry, and nothing after it.
    ///   - spatialReference: What coordinates mean if the text has no SRID.
    /// - Throws: ``GeometryError/malformed(_:)``, with the place of what is wrong; ``GeometryError/unsupported(_:advice:)`` for collections
    ///   of different kinds, curves, surfaces and triangles.
    public init(wkt text: String, spatialReference: SpatialReference? = nil) throws(GeometryError) {
        self = try WKTReader.geometry(in: text, spatialReference: spatialReference)
    }

    /// The geometry in well-known text (OGC 06-103r4 §7), its outer rings counter-clockwise; the numbers read back as they are.
    ///
    /// It has heights, or measures, if one of its vertices has; the others have NaN for them then. A box is written as a polygon.
    ///
    /// - Parameter promotingToMulti: Whether one path is written as a multiline, and one area as a multipolygon. Points stay points.
    public func wkt(promotingToMulti: Bool = false) -> String {
        WKTWriter.text(self, promotingToMulti: promotingToMulti)
    }
}
