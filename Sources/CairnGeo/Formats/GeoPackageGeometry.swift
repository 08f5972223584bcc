import CairnCore

/// A geometry as a GeoPackage's columns hold it: a header with its extent, then WKB (OGC 12-128r18, §2.1.3).
package struct GeoPackageGeometry {
    /// The system of the coordinates, by its id in the file's table `gpkg_spatial_ref_sys`.
    package let srsID: Int32
    /// Whether the header says that the geometry has no vertices.
    package let isEmpty: Bool
    /// The extent in the header; nil where there is none, or one of NaN.
    package let envelope: Envelope?
    private let wkb: UnsafeRawBufferPointer

    /// Reads the header. The bytes must stay as they are for as long as the value is used.
    ///
    /// - Throws: ``GeometryError/malformed(_:)``; ``GeometryError/unsupported(_:advice:)`` for other versions, and for the geometries of
    ///   extensions.
    package init(_ blob: UnsafeRawBufferPointer) throws(GeometryError) {
        guard blob.count >= 8, blob[0] == 0x47, blob[1] == 0x50 else {
            throw .malformed("a GeoPackage's geometry begins with a header of 8 bytes, the first two GP, and this does not")
        }
        guard blob[2] == 0 else { throw .unsupported("GeoPackage geometries of version \(Int(blob[2]) + 1)") }
        let flags = blob[3]
        guard flags & 0x20 == 0 else { throw .unsupported("Extended geometries of GeoPackage") }
        guard flags >> 1 & 7 < Self.sizes.count else {
            throw .malformed("the header's flags at byte 3 say envelope \(flags >> 1 & 7); there are 0 to 4")
        }
        let end = 8 + Self.sizes[Int(flags >> 1 & 7)]
        guard blob.count >= end else {
            throw .malformed("the header ends at byte \(end), and the blob at byte \(blob.count): it is cut off")
        }
        var cursor = BinaryCursor(UnsafeRawBufferPointer(rebasing: blob[4...]))
        cursor.isBigEndian = flags & 1 == 0
        srsID = Int32(bitPattern: cursor.readWord())
        isEmpty = flags & 0x10 != 0
        envelope = end > 8 ? Self.readEnvelope(&cursor) : nil
        wkb = UnsafeRawBufferPointer(rebasing: blob[end...])
    }

    /// The bytes of each kind of envelope: none; x and y; and z; and m; and both.
    private static let sizes = [0, 32, 48, 48, 64]

    /// The smallest and largest x, then y.
    private static func readEnvelope(_ cursor: inout BinaryCursor) -> Envelope? {
        let (xMin, xMax) = (cursor.readNumber(), cursor.readNumber())
        let (yMin, yMax) = (cursor.readNumber(), cursor.readNumber())
        return xMin <= xMax && yMin <= yMax ? Envelope(xMin: xMin, yMin: yMin, xMax: xMax, yMax: yMax) : nil
    }

    /// Reads the geometry itself, as WKB is read elsewhere.
    package func geometry(spatialReference: SpatialReference?) throws(GeometryError) -> Geometry {
        try WKBReader.geometry(in: wkb, spatialReference: spatialReference)
    }

    /// The smallest rectangle around the geometry, from the header where that has it; nil if it is empty.
    package func extent() throws(GeometryError) -> Envelope? {
        if let envelope { return envelope }
        return isEmpty ? nil : try geometry(spatialReference: nil).extent
    }
}

extension Geometry {
    /// Appends the geometry as a GeoPackage's columns hold it, with its extent in x and y before all but points.
    ///
    /// - Parameters:
    ///   - srsID: The id of its system in the file's table `gpkg_spatial_ref_sys`.
    ///   - promotingToMulti: Whether one path is written as a multiline, and one area as a multipolygon.
    package func appendGeoPackage(to bytes: inout [UInt8], srsID: Int32, promotingToMulti: Bool) {
        if case .point(let point) = self {
            Self.appendHead(to: &bytes, srsID, isEmpty: point.isEmpty, hasEnvelope: false)
            return WKBWriter(layout: VertexLayout(of: point.position)).appendPoint(point.position, to: &bytes)
        }
        let box = extent
        Self.appendHead(to: &bytes, srsID, isEmpty: box == nil, hasEnvelope: box != nil)
        if let box {
            let numbers = SIMD4(box.xMin.bitPattern, box.xMax.bitPattern, box.yMin.bitPattern, box.yMax.bitPattern)
            for index in 0..<4 { withUnsafeBytes(of: numbers[index].littleEndian) { bytes.append(contentsOf: $0) } }
        }
        appendWKB(to: &bytes, promotingToMulti: promotingToMulti)
    }

    private static func appendHead(to bytes: inout [UInt8], _ srsID: Int32, isEmpty: Bool, hasEnvelope: Bool) {
        // Little-endian; the kind of envelope, none or x and y; whether there are no vertices.
        let flags: UInt8 = 1 | (hasEnvelope ? 2 : 0) | (isEmpty ? 0x10 : 0)
        let head: (UInt8, UInt8, UInt8, UInt8, Int32) = (0x47, 0x50, 0, flags, srsID.littleEndian)
        withUnsafeBytes(of: head) { bytes.append(contentsOf: $0) }
    }
}
