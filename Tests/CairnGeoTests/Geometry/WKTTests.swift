import CairnTesting
import CairnGeo
import Testing

struct WKTTests {
    @Test func `what is written is read, promoted or not`() throws {
        for geometry in RandomGeometry.some(3000, seed: 11) {
            // By the bytes, for the text is what is on trial.
            #expect(try Geometry(wkt: geometry.wkt()).wkb() == geometry.wkb())
            #expect(try Geometry(wkt: geometry.wkt(promotingToMulti: true)).wkb() == geometry.wkb())
        }
    }

    @Test func `shapely reads the same from what is written, and what it writes is read the same`() async throws {
        let geometries = RandomGeometry.some(2000, seed: 12)
        let script = """
            g = from_wkt(line)
            text = to_wkt(g, rounding_precision=-1, trim=True, output_dimension=4)
            answer = ";".join([to_wkb(g, hex=True, output_dimension=4), text, to_wkb(from_wkt(text), hex=True, output_dimension=4)])
            """
        for isMulti in [false, true] {
            let lines = geometries.map { $0.wkt(promotingToMulti: isMulti) }
            guard let answers = try await Shapely().answers(to: lines, script) else { return }
            #expect(answers.count == geometries.count)
            for (geometry, answer) in zip(geometries, answers) {
                let forms = answer.split(separator: ";").map(String.init)
                #expect(try Geometry(wkb: forms[0].hexBytes).wkb() == geometry.wkb())
                // Its text drops a seventeenth digit and the sign of zero.
                #expect(try Geometry(wkt: forms[1]).wkb() == Geometry(wkb: forms[2].hexBytes).wkb())
            }
        }
    }

    @Test(arguments: [
        ("point(1 2)", "POINT (1 2)"), (" Point  ( 1\t2 )\n", "POINT (1 2)"), ("POINT Z (1 2 3)", "POINT Z (1 2 3)"),
        ("POINTZ(1 2 3)", "POINT Z (1 2 3)"), ("pointm (1 2 3)", "POINT M (1 2 3)"), ("POINT ZM(1 2 3 4)", "POINT ZM (1 2 3 4)"),
        ("POINT(1 2 3)", "POINT Z (1 2 3)"), ("POINT(1 2 3 4)", "POINT ZM (1 2 3 4)"), ("POINT EMPTY", "POINT EMPTY"),
        ("POINT(-1.5E+2 +.5e1)", "POINT (-150 5)"), ("POINT Z EMPTY", "POINT EMPTY"), ("POINT(1e-320 1)", "POINT (1e-320 1)"),
        ("SRID=4326;POINT(1 2)", "POINT (1 2)"), ("srid = 4326 ; LINESTRING EMPTY", "LINESTRING EMPTY"),
        ("MULTIPOINT(1 2,3 4)", "MULTIPOINT ((1 2), (3 4))"), ("MULTIPOINT((1 2),EMPTY,(3 4))", "MULTIPOINT ((1 2), (3 4))"),
        ("MULTILINESTRING((1 2,3 4),(5 6,7 8))", "MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))"),
        ("MULTIPOLYGON(((0 0,1 0,1 1,0 0)),EMPTY)", "POLYGON ((0 0, 1 0, 1 1, 0 0))"),
        ("LINESTRING Z (1 2 nan, 3 4 5)", "LINESTRING Z (1 2 NaN, 3 4 5)"), ("POINT(inf -Infinity)", "POINT (inf -inf)"),
    ])
    func `texts are read as people write them`(text: String, expected: String) throws {
        #expect(try Geometry(wkt: text).wkt() == expected)
    }

    @Test func `the text's own SRID goes before what is told beside it`() throws {
        #expect(try Geometry(wkt: "SRID=4326;POINT(1 2)", spatialReference: .webMercator).spatialReference == .wgs84)
        #expect(try Geometry(wkt: "SRID=0;POINT(1 2)", spatialReference: .webMercator).spatialReference == .webMercator)
        #expect(try Geometry(wkt: "POINT(1 2)", spatialReference: .webMercator).spatialReference == .webMercator)
    }

    @Test(arguments: [
        "", " ", "POINT", "POINT(", "POINT()", "POINT(1)", "POINT(1 2", "POINT(1 2))", "POINT(1 2) x", "POINT(1 2 3 4 5)",
        "POINT(1 2, 3 4)", "POINT Z (1 2)", "POINT M (1 2 3 4)", "POINT(0x10 2)", "POINT(1,2)", "POINT(1 a)", "POINT(1 1e999)",
        "LINESTRING(1 2, 3 4 5)", "LINESTRING(1 2,)", "LINESTRING 1 2, 3 4", "POLYGON(1 2, 3 4)", "MULTIPOINT(1 2, (3 4, 5 6))",
        "PUNKT(1 2)", "SRID=x;POINT(1 2)", "SRID=4326 POINT(1 2)", "SRID=99999999999999999999;POINT(1 2)", "POINT(1 2)é", "EMPTY",
        "CIRCULARSTRING(0 0, 1 1, 2 0)", "TIN EMPTY", "POINT(--1 2)", "POINT(1- 2)", "ZM(1 2)", "POINTZ Z (1 2 3)",
        "LINESTRING(EMPTY)",
    ])
    func `what is no geometry is refused`(text: String) {
        #expect(throws: GeometryError.self) { try Geometry(wkt: text) }
    }

    @Test func `what nests without end is refused at once`() {
        let nested = String(repeating: "GEOMETRYCOLLECTION(", count: 100_000)
        #expect { try Geometry(wkt: nested) } throws: {
            "\($0)".hasPrefix("Geometries of type GEOMETRYCOLLECTION are not supported: ")
        }
        for start in ["POINT", "MULTIPOINT", "POLYGON", "MULTIPOLYGON"] {
            #expect(throws: GeometryError.self) { try Geometry(wkt: start + String(repeating: "(", count: 100_000)) }
        }
        #expect(throws: GeometryError.self) { try Geometry(wkt: "POINT(" + String(repeating: "1", count: 1_000_000) + " 2)") }
    }

    @Test func `every truncation is refused, and damaged texts are refused or read as what they hold`() throws {
        var generator = SeededGenerator(seed: 13)
        for geometry in RandomGeometry.some(60, seed: 14) {
            let text = geometry.wkt()
            for count in 0..<text.count { #expect(throws: GeometryError.self) { try Geometry(wkt: String(text.prefix(count))) } }
            for _ in 0..<150 {
                var bytes = Array(text.utf8)
                bytes[.random(in: 0..<bytes.count, using: &generator)] = "(),;ZM -+.e0189NaE\u{7F}".utf8.randomElement(
                    using: &generator)!
                guard let read = try? Geometry(wkt: String(decoding: bytes, as: UTF8.self)) else { continue }
                #expect(read.positions.count <= bytes.count)
                #expect(try Geometry(wkt: read.wkt()).isSame(as: read))
            }
        }
    }
}
