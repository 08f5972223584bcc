#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnGeo
    import Foundation
    import Testing

    #if canImport(FoundationXML)
        import FoundationXML
    #endif

    /// `route`, `service-area`, `closest-facility` and `matrix` on a network of three streets: a hundred metres, ten seconds each.
    struct RoutingCommandsTests {
        private let tool: Tool

        init() async throws {
            tool = try Tool()
            try tool.write("nodes.csv", "id,lon,lat\n1,0,0\n2,0.001,0\n3,0.002,0\n4,0.002,0.001\n")
            try tool.write(
                "edges.csv",
                "from,to,millimetres,milliseconds,class,name\n1,2,111000,10000,residential,Long Street\n2,3,111000,10000,residential,Long Street\n3,4,110600,10000,residential,North Street\n"
            )
            try tool.write("places.csv", "name,lon,lat\nA,0,0\nB,0.001,0\nC,0.002,0.001\n")
            #expect(try await tool.run("build-network", "nodes.csv", "edges.csv", "-o", "a.network").code == 0)
        }

        @Test func `a route is told in words, and written for maps and for what navigates`() async throws {
            let told = try await tool.run("route", "0,0", "0.002,0.001", "-n", "a.network", "-g", "r.geojson", "-x", "r.gpx")
            #expect(told.code == 0, "\(told.errors)")
            #expect(
                told.output == """
                    0,0 - 0.002,0.001: 333 m, 30 s
                      1  Start at 0,0
                      2  Go east on Long Street  (222 m)
                      3  Turn left onto North Street  (111 m)
                      4  Arrive at 0.002,0.001

                    """)
            let features = try JSONValue(parsing: tool.text("r.geojson"))["features"]?.array ?? []
            #expect(features.map { $0["geometry"]?["type"]?.string } == ["LineString", "Point", "Point"])
            let gpx = try tool.text("r.gpx")
            #expect(
                gpx.contains("<trkpt lat=\"0.0010000\" lon=\"0.0020000\"/>") && gpx.components(separatedBy: "<wpt").count == 3)
            let parsed = XMLParser(data: Data(gpx.utf8))
            #expect(parsed.parse())
        }

        @Test func `a route is told in JSON, by another mode, in the best order and round what is closed`() async throws {
            let told = try await tool.run(
                "route", "0,0", "0.002,0", "0.001,0", "0.002,0.001", "-n", "a.network", "--mode", "walking-time", "--best-order",
                "--units", "imperial", "--json")
            let json = try JSONValue(parsing: told.output.utf8)
            #expect(json["stops"]?.array?.map { $0["x"]?.double } == [0, 0.001, 0.002, 0.002], "\(told)")
            #expect(abs((json["seconds"]?.double ?? 0) - 239.5) < 1)
            let closed = try await tool.run("route", "0,0", "0.002,0", "-n", "a.network", "--avoid", "0.0005,0")
            #expect(closed.code == 1 && closed.errors.contains("No way leads from 0,0 to 0.002,0"))
        }

        @Test func `an address is found first`() async throws {
            try tool.write(
                "addresses.csv", "number,street,city,lon,lat\n1,Long Street,Town,0,0\n9,North Street,Town,0.002,0.001\n")
            #expect(try await tool.run("build-locator", "addresses.csv", "-o", "t.locator").code == 0)
            let told = try await tool.run("route", "1 long st", "0.001,0", "-n", "a.network", "-l", "t.locator")
            #expect(told.code == 0 && told.output.contains("Start at 1 Long St"), "\(told)")
            let lost = try await tool.run("route", "7 nowhere", "0.001,0", "-n", "a.network", "-l", "t.locator")
            #expect(lost.code == 1 && lost.errors.contains("Nothing fits \"7 nowhere\""))
            let without = try await tool.run("route", "1 long st", "0.001,0", "-n", "a.network")
            #expect(without.code == 2 && without.errors.contains("--locator"))
        }

        @Test func `a postal code is looked for, and a way of no length has no line`() async throws {
            try tool.write("addresses.csv", "number,street,city,postcode,lon,lat\n1,Long Street,Town,12345,0,0\n")
            #expect(try await tool.run("build-locator", "addresses.csv", "-o", "t.locator").code == 0)
            let told = try await tool.run("route", "12345", "0,0", "-n", "a.network", "-l", "t.locator", "-g", "n.geojson")
            #expect(told.code == 0, "\(told)")
            let features = try JSONValue(parsing: tool.text("n.geojson"))["features"]?.array ?? []
            #expect(features.map { $0["geometry"]?["type"]?.string } == ["Point", "Point"])
        }

        @Test func `an area is GeoJSON, the largest first`() async throws {
            let told = try await tool.run("service-area", "0,0", "--within", "0.2,0.4", "-n", "a.network", "--disks")
            let features = try JSONValue(parsing: told.output.utf8)["features"]?.array ?? []
            #expect(features.map { $0["properties"]?["to"]?.double } == [0.4, 0.2], "\(told)")
            #expect(features.allSatisfy { $0["geometry"]?["type"]?.string?.hasSuffix("Polygon") == true })
            #expect(try await tool.run("service-area", "0,0", "--within", "5,x", "-n", "a.network").code == 2)
        }

        @Test func `what is nearest is told, with its way`() async throws {
            let told = try await tool.run(
                "closest-facility", "0.0015,0", "-f", "places.csv", "-n", "a.network", "--count", "2", "--directions")
            #expect(told.code == 0 && told.output.hasPrefix("1  56 m, 5 s  0.0015,0 – B\n"), "\(told)")
            #expect(told.output.contains("Go west on Long Street"))
            let none = try await tool.run("closest-facility", "0,0", "-n", "a.network")
            #expect(none.code == 2 && none.errors.contains("--facilities"))
        }

        @Test func `a table of costs is a stored job`() async throws {
            let told = try await tool.run("matrix", "places.csv", "-o", "out.csv", "-n", "a.network", "--cost", "Kilometers")
            #expect(told.code == 0 && told.output.hasPrefix("3 × 3 places: 9 costs → "), "\(told)")
            let lines = try tool.text("out.csv").split(whereSeparator: \.isNewline)
            #expect(
                lines.count == 10 && lines[0] == "Origin,Destination,TravelTime,Kilometers" && lines[3].hasPrefix("A,C,0.5,0.33"))
            #expect(try await tool.jobs().count == 1)
            let list = try await tool.run("jobs", "list")
            #expect(list.output.contains("matrix"), "\(list.output)")
            let few = try await tool.run(
                "matrix", "places.csv", "places.csv", "-o", "few.csv", "-n", "a.network", "--count", "1", "--mode",
                "driving-distance", "--json")
            #expect(few.output.contains("\"costs\":3"), "\(few)")
        }

        @Test(arguments: [
            (["route", "0,0", "-n", "a.network"], Int32(2), "two stops"),
            (["route", "0,0", "1,0"], 2, "--network FILE or --service URL"),
            (["route", "0,0", "0.001,0", "-n", "a.network", "-m", "flying"], 2, "flying"),
            (["route", "0,0", "0.001,0", "-n", "none.network"], 1, "none.network"),
            (["route", "0,0", "0.001,0", "-n", "edges.csv"], 1, "edges.csv"),
            (["route", "0,0", "200,0", "-n", "a.network"], 2, "200,0"),
            (["route", "0,0", "0.001,0", "-n", "a.network", "-g", "a.network"], 2, "a.network"),
            (["matrix", "nodes.csv", "-n", "a.network"], 2, "-o OUT is missing"),
            (["matrix", "places.csv", "-o", "x.csv", "-n", "a.network", "--cost", "Beauty"], 1, "tells no cost \"Beauty\""),
            (["matrix", "edges.csv", "-o", "x.csv", "-n", "a.network"], 1, "column lon"),
            (["service-area", "-n", "a.network"], 2, "name a place"),
            (["service-area", "0,0", "-n", "a.network", "--within", "10,5"], 2, "each more than the one before"),
            (["service-area", "0,0", "-n", "a.network", "--within", ","], 2, "each more than the one before"),
            (["service-area", "0,0", "-n", "a.network", "--trim", "1e9"], 2, "--trim"),
            (["service-area", "0,0", "-n", "a.network", "-o", "-"], 2, "not standard output"),
            (["service-area", "0,0", "-n", "a.network", "-l", "places.csv", "-o", "places.csv"], 2, "which is read, too"),
            (["route", "0,0", "0.001,0", "-n", "a.network", "-g", "-"], 2, "not standard output"),
            (["matrix", "-", "-o", "x.csv", "-n", "a.network"], 2, "Write it to a file first"),
            (["closest-facility", "0,0", "-f", "/dev/null", "-n", "a.network"], 2, "Write it to a file first"),
            (["route", "12345", "0.001,0", "-n", "a.network"], 2, "12345"),
        ])
        func `what cannot be asked is told`(_ arguments: [String], _ code: Int32, _ words: String) async throws {
            let outcome = try await tool.run(arguments)
            #expect(outcome.code == code && outcome.errors.contains(words), "\(outcome.errors)")
        }
    }
#endif
