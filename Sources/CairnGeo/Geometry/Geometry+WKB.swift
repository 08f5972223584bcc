extension Geometry {
    /// Reads well-known binary: OGC's and ISO's (06-103r4 §8.2), with Z and M, and PostGIS's EWKB, in either byte order.
    ///
    /// Points, lines and polygons are read, and multipoints, multilines and multipolygons. Rings are closed and turned as Esri's
    /// are, outer ones clockwise. An empty point has NaN for its coordinates; a height or measure that is NaN is none. Empty parts
    /// of a collection are left out.
    ///
    /// - Parameters:
    ///   - bytes: One geometry, and nothing after it.
    ///   - spatialReference: What coordinates mean if the bytes have no SRID.
    /// - Throws: ``GeometryError/malformed(_:)``, with the place of what is wrong; ``GeometryError/unsupported(_:advice:)`` for collections
    ///   of different kinds, curves, surfaces and triangles.
    public init(
        wkb bytes: some Collection<UInt8>, spatialReference: SpatialReference? = nil
    ) throws(GeometryError) {
        let outcome = bytes.withContiguousStorageIfAvailable { Self.outcome(UnsafeRawBufferPointer($0), spatialReference) }
        self = try (outcome ?? Array(bytes).withUnsafeBytes { Self.outcome($0, spatialReference) }).get()
    }

    private static func outcome(
        _ bytes: UnsafeRawBufferPointer, _ spatialReference: SpatialReference?
    ) -> Result<Geometry, GeometryError> {
        Result { () throws(GeometryError) in try Geometry(wkb: bytes, spatialReference: spatialReference) }
    }

    /// As above, from memory that stays as it is for the time of the call.
    package init(wkb bytes: UnsafeRawBufferPointer, spatialReference: SpatialReference? = nil) throws(GeometryError) {
        self = try WKBReader.geometry(in: bytes, spatialReference: spatialReference)
    }

    /// The geometry in ISO's well-known binary (OGC 06-103r4 §8.2), little-endian, its outer rings counter-clockwise.
    ///
    /// It has heights, or measures, if one of its vertices has; the others have NaN for them then. A box is written as a polygon. WKB
    /// does not say what coordinates mean.
    ///
    /// - Parameter promotingToMulti: Whether one path is written as a multiline, and one area as a multipolygon, as columns of such
    ///   want it; else as a line or a polygon. Points stay points.
    public func wkb(promotingToMulti: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        appendWKB(to: &bytes, promotingToMulti: promotingToMulti)
        return bytes
    }

    /// Appends the geometry in well-known binary; see ``wkb(promotingToMulti:)``.
    package func appendWKB(to bytes: inout [UInt8], promotingToMulti: Bool = false) {
        // Points come by the million: they are taken apart once.
        if case .point(let point) = self {
            return WKBWriter(layout: VertexLayout(of: point.position)).appendPoint(point.position, to: &bytes)
        }
        WKBWriter(layout: VertexLayout(of: self)).append(self, promotingToMulti: promotingToMulti, to: &bytes)
    }
}
