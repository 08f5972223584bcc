import CairnGeo
import CairnTesting
import Testing

struct WKBTests {
    @Test func `what is written is read, promoted or not`() throws {
        for geometry in RandomGeometry.some(3000, seed: 1) {
            #expect(try Geometry(wkb: geometry.wkb()).isSame(as: geometry))
            #expect(try Geometry(wkb: geometry.wkb(promotingToMulti: true)).isSame(as: geometry))
        }
    }

    @Test func `shapely reads the same from what is written, and what it writes is read the same`() async throws {
        let geometries = RandomGeometry.some(2000, seed: 2)
        let script = """
            forms = [to_wkb(g, hex=True, output_dimension=4, byte_order=order, flavor=flavor, include_srid=srid is not None)
                for order in (0, 1) for flavor, srid in (("iso", None), ("extended", None), ("extended", 4326))
                for g in [shapely.set_srid(from_wkb(line), srid or 0)]]
            answer = " ".join(forms)
            """
        for isMulti in [false, true] {
            let lines = geometries.map { String(hex: $0.wkb(promotingToMulti: isMulti)) }
            guard let answers = try await Shapely().answers(to: lines, script) else { return }
            #expect(answers.count == geometries.count)
            for (geometry, answer) in zip(geometries, answers) {
                let forms = answer.split(separator: " ").map { String($0).hexBytes }
                #expect(forms.count == 6)
                for (index, form) in forms.enumerated() {
                    let read = try Geometry(wkb: form)
                    #expect(read.spatialReference == (index % 3 == 2 ? .wgs84 : nil))
                    #expect(read.mapPositions(nil) { $0 }.isSame(as: geometry))
                }
            }
        }
    }

    @Test func `shapely finds the areas valid and the outer rings counter-clockwise`() async throws {
        var random = RandomGeometry(seed: 3)
        let polygons = (0..<500).map { _ in random.polygon() }
        let script = """
            g = from_wkb(line)
            answer = f"{g.is_valid} {all(p.exterior.is_ccw and not any(r.is_ccw for r in p.interiors) for p in g.geoms)} {len(g.geoms)}"
            """
        let lines = polygons.map { String(hex: Geometry.polygon($0).wkb(promotingToMulti: true)) }
        guard let answers = try await Shapely().answers(to: lines, script) else { return }
        for (polygon, answer) in zip(polygons, answers) { #expect(answer == "True True \(polygon.areas.count)") }
    }

    @Test func `rings are closed and turned`() throws {
        let open = [Position(x: 0, y: 0), Position(x: 1, y: 0), Position(x: 1, y: 1)]
        let expected = [(0.0, 0.0), (1, 1), (1, 0), (0, 0)].map { Position(x: $0.0, y: $0.1) }
        let polygon = Geometry.polygon(Geometry.Polygon(rings: [open.reversed()]))
        guard case .polygon(let read) = try Geometry(wkb: polygon.wkb()) else { return #expect(Bool(false)) }
        #expect(Set(read.rings[0]) == Set(expected) && read.rings[0].count == 4 && read.rings[0].first == read.rings[0].last)
        guard case .polygon(let text) = try Geometry(wkt: "POLYGON((0 0, 1 0, 1 1))") else { return #expect(Bool(false)) }
        #expect(text.rings == [expected])
    }

    @Test func `a ring that cannot be measured keeps its direction`() throws {
        let corners = [(-1e308, -1e308), (-1e308, 1e308), (1e308, 1e308), (1e308, -1e308), (-1e308, -1e308)]
        let ring = corners.map { Position(x: $0.0, y: $0.1) }
        let geometry = Geometry.polygon(Geometry.Polygon(rings: [ring]))
        #expect(try Geometry(wkb: geometry.wkb()) == geometry)
        let small = [(0.0, 0.0), (0, 1e-3), (1e-3, 1e-3), (1e-3, 0), (0, 0)].map { Position(x: 2e9 + $0.0, y: 5e9 + $0.1) }
        #expect(
            try Geometry(wkb: Geometry.polygon(Geometry.Polygon(rings: [small])).wkb())
                == .polygon(Geometry.Polygon(rings: [small])))
    }

    @Test func `empty parts are left out`() throws {
        #expect(try Geometry(wkt: "MULTIPOINT(EMPTY, 1 2)") == .multipoint(Multipoint(points: [Position(x: 1, y: 2)])))
        let gaps = Geometry.polyline(Polyline(paths: [[], [Position(x: 1, y: 2), Position(x: 3, y: 4)], []]))
        #expect(try Geometry(wkb: gaps.wkb()) == Geometry(wkt: "LINESTRING(1 2,3 4)"))
        let nowhere = Geometry.multipoint(Multipoint(points: [Position(x: .nan, y: 0), Position(x: 1, y: 2)]))
        #expect(try Geometry(wkb: nowhere.wkb()) == .multipoint(Multipoint(points: [Position(x: 1, y: 2)])))
        #expect(Geometry.envelope(Envelope(xMin: .nan, yMin: 0, xMax: 1, yMax: 1)).wkt() == "POLYGON EMPTY")
    }

    @Test func `every truncation is refused, and so is a byte too many`() {
        for geometry in RandomGeometry.some(200, seed: 4) {
            let bytes = geometry.wkb()
            for count in bytes.indices { #expect(throws: GeometryError.self) { try Geometry(wkb: bytes.prefix(count)) } }
            #expect(throws: GeometryError.self) { try Geometry(wkb: bytes + [0]) }
        }
    }

    @Test func `damaged bytes are refused, or read as what they hold`() throws {
        var generator = SeededGenerator(seed: 5)
        var refused = 0
        for geometry in RandomGeometry.some(20000, seed: 6) {
            var bytes = geometry.wkb(promotingToMulti: .random(using: &generator))
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[.random(in: 0..<min(bytes.count, 60), using: &generator)] = .random(in: 0...255, using: &generator)
            }
            do {
                let read = try Geometry(wkb: bytes)
                // Each vertex has at least sixteen bytes, and a ring may have been closed by one.
                #expect(read.positions.count <= bytes.count / 8)
                #expect(try Geometry(wkb: read.wkb()).isSame(as: read))
            } catch {
                refused += 1
            }
        }
        #expect(refused > 5000)
    }

    @Test(arguments: [2, 3, 4, 5, 6] as [UInt8], [false, true])
    func `a count that the bytes cannot hold is refused before anything is reserved`(kind: UInt8, isBigEndian: Bool) {
        let head: [UInt8] = isBigEndian ? [0, 0, 0, 0, kind] : [1, kind, 0, 0, 0]
        let bytes = head + [0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 11)
        #expect {
            try Geometry(wkb: bytes)
        } throws: {
            "\($0)".contains("4294967295") && "\($0)".contains("at byte 5")
        }
    }

    @Test func `what nests without end is refused at once`() {
        let collection: [UInt8] = [1, 7, 0, 0, 0, 1, 0, 0, 0]
        let nested = (0..<100_000).flatMap { _ in collection }
        #expect { try Geometry(wkb: nested) } throws: {
            "\($0)".hasPrefix("Geometries of type GEOMETRYCOLLECTION are not supported: ")
        }
        let multi: [UInt8] = [1, 6, 0, 0, 0, 1, 0, 0, 0]
        #expect { try Geometry(wkb: (0..<100_000).flatMap { _ in multi }) } throws: { "\($0)".contains("no part") }
    }

    @Test(arguments: 7...17)
    func `what has no place among our geometries is named`(kind: Int) {
        for code in [kind, kind + 1000, kind + 3000] {
            let bytes = [1, UInt8(code % 256), UInt8(code / 256), 0, 0] + [UInt8](repeating: 0, count: 8)
            #expect {
                try Geometry(wkb: bytes)
            } throws: {
                if case .unsupported? = $0 as? GeometryError { true } else { false }
            }
        }
    }

    @Test(arguments: [0, 18, 999, 1000, 4001, 0x1000_0001] as [UInt32])
    func `a code of no geometry is refused`(code: UInt32) {
        let bytes = [1] + withUnsafeBytes(of: code.littleEndian, Array.init) + [UInt8](repeating: 0, count: 16)
        #expect(throws: GeometryError.self) { try Geometry(wkb: bytes) }
    }

    @Test func `a polygon of a million vertices is read back`() throws {
        let ring = (0...1_000_000).map { index in
            let height: Double = index == 0 || index == 1_000_000 ? 0 : Double(index % 7 + 1)
            return Position(x: Double(index), y: height)
        }
        let geometry = Geometry.polygon(Geometry.Polygon(rings: [ring + [ring[0]]]))
        #expect(try Geometry(wkb: geometry.wkb()) == geometry)
    }
}
