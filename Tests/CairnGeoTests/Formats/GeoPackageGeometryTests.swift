import CairnGeo
import Testing

struct GeoPackageGeometryTests {
    private func blob(_ geometry: Geometry, srsID: Int32 = 4326) -> [UInt8] {
        var bytes: [UInt8] = []
        geometry.appendGeoPackage(to: &bytes, srsID: srsID, promotingToMulti: false)
        return bytes
    }

    @Test func `what is written is read`() throws {
        var random = RandomGeometry(seed: 21)
        for _ in 0..<2000 {
            let geometry = random.next()
            try blob(geometry, srsID: -1).withUnsafeBytes { bytes in
                let header = try GeoPackageGeometry(bytes)
                #expect(header.srsID == -1)
                #expect(header.isEmpty == (geometry.extent == nil))
                #expect(try header.extent() == geometry.extent)
                #expect(try header.geometry(spatialReference: nil).isSame(as: geometry))
                if case .point = geometry { #expect(header.envelope == nil) } else { #expect(header.envelope == geometry.extent) }
            }
        }
    }

    @Test func `the bytes are those of the standard`() {
        let point: [UInt8] = [
            0x47, 0x50, 0, 1, 0xE6, 0x10, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40,
        ]
        #expect(blob(.point(MapPoint(x: 1, y: 2))) == point)
        // Empty, and no envelope.
        #expect(blob(.point(MapPoint(x: .nan, y: .nan)))[3] == 0x11)
        #expect(blob(.polyline(Polyline(paths: [])))[3] == 0x11)
        // An envelope of x and y.
        #expect(blob(.envelope(Envelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4)))[3] == 0x03)
    }

    @Test(arguments: [(0, 0), (1, 4), (2, 6), (3, 6), (4, 8)], [false, true])
    func `every kind of envelope is read in either byte order`(kind: (code: UInt8, count: Int), isBigEndian: Bool) throws {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            withUnsafeBytes(of: isBigEndian ? number.bigEndian : number.littleEndian, Array.init)
        }
        let envelope = [1.0, 3, 2, 4, 5, 6, 7, 8].prefix(kind.count).flatMap { bytes($0.bitPattern) }
        let head = [0x47, 0x50, 0, kind.code << 1 | (isBigEndian ? 0 : 1)] + bytes(Int32(27700))
        let line = try Geometry(wkt: "LINESTRING(1 2, 3 4)")
        try (head + envelope + line.wkb()).withUnsafeBytes { blob in
            let header = try GeoPackageGeometry(blob)
            #expect(header.srsID == 27700)
            #expect(try header.extent() == Envelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4))
            #expect(try header.geometry(spatialReference: nil) == line)
        }
    }

    @Test func `an extent in the header spares reading what follows`() throws {
        let bytes = blob(try Geometry(wkt: "LINESTRING(1 2, 3 4)")).prefix(40)
        let extent = try Array(bytes).withUnsafeBytes { try GeoPackageGeometry($0).extent() }
        #expect(extent == Envelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4))
    }

    @Test func `an extent of NaN is none`() throws {
        let nan = withUnsafeBytes(of: Double.nan.bitPattern.littleEndian, Array.init)
        let bytes = [0x47, 0x50, 0, 3, 0, 0, 0, 0] + nan + nan + nan + nan + (try Geometry(wkt: "LINESTRING(1 2, 3 4)").wkb())
        let extent = try bytes.withUnsafeBytes { try GeoPackageGeometry($0).extent() }
        #expect(extent == Envelope(xMin: 1, yMin: 2, xMax: 3, yMax: 4))
    }

    @Test(
        arguments: [
            [], [0x47, 0x50], [0x47, 0x50, 0, 1, 0, 0, 0], [0x47, 0x51, 0, 1, 0, 0, 0, 0], [0x47, 0x50, 1, 1, 0, 0, 0, 0],
            [0x47, 0x50, 0, 0x21, 0, 0, 0, 0], [0x47, 0x50, 0, 0x0B, 0, 0, 0, 0], [0x47, 0x50, 0, 0x0F, 0, 0, 0, 0],
            [0x47, 0x50, 0, 0x03, 0, 0, 0, 0], [0x47, 0x50, 255, 1, 0, 0, 0, 0],
        ] as [[UInt8]])
    func `other headers are refused`(bytes: [UInt8]) {
        #expect(throws: GeometryError.self) { try bytes.withUnsafeBytes { _ = try GeoPackageGeometry($0) } }
    }

    @Test func `damaged bytes are refused, or read as what they hold`() throws {
        var random = RandomGeometry(seed: 22)
        for _ in 0..<10000 {
            let geometry = random.next()
            var bytes = blob(geometry)
            bytes[.random(in: 0..<min(60, bytes.count), using: &random.generator)] = .random(
                in: 0...255, using: &random.generator)
            let end = Bool.random(using: &random.generator) ? bytes.count : .random(in: 0..<bytes.count, using: &random.generator)
            Array(bytes[..<end]).withUnsafeBytes { blob in
                guard let header = try? GeoPackageGeometry(blob) else { return }
                _ = try? header.extent()
                guard let read = try? header.geometry(spatialReference: nil) else { return }
                #expect(read.positions.count <= blob.count / 8)
            }
        }
    }
}
