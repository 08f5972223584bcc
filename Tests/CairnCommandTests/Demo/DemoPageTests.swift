#if !CAIRN_APP_CONTAINER
    import Cairn
    import CairnCore
    import Foundation
    import Testing

    @testable import CairnCommand

    @Suite(.timeLimit(.minutes(10)))
    struct DemoPageTests {
        private let town = DemoTown(addresses: 60)

        private func feature(_ address: String, _ status: String, _ score: Double, label: String = "", isPlaced: Bool = true)
            -> JSONValue
        {
            let geometry: JSONValue = isPlaced ? ["type": "Point", "coordinates": [.number(-123.1), .number(44.05)]] : .null
            return [
                "type": "Feature", "geometry": geometry,
                "properties": [
                    "address": .string(address), "city": "Cairnford", "state": "OR", "Status": .string(status),
                    "Score": .number(score),
                    "Match_addr": .string(label),
                ],
            ]
        }

        private func page(_ features: [JSONValue], log: [String] = [], name: String = "W") throws -> String {
            let workflow = try Workflow(name).snapshot()
            return DemoPage(town: town, tiles: [], results: ["features": .array(features)], log: log, workflow: workflow).html
        }

        /// How often elements occur in what is between the body's tags, which is well-formed; and its text.
        private func contents(_ page: String) throws -> PageContents {
            let start = try #require(page.range(of: "<body>")).lowerBound
            let end = try #require(page.range(of: "</body>")).upperBound
            return try PageContents(String(page[start..<end]))
        }

        @Test func `whatever the data say, they are text`() throws {
            for nasty in [
                "<script>alert(1)</script>", "\"><b x='", "' onload='x", "&lt;&amp", "</title></style></svg>", "]]>\u{0}\u{1B}",
                "\u{85}é漢👍",
            ] {
                let results = [
                    feature(nasty, "U", 0, isPlaced: false), feature(nasty, "M", 90, label: nasty),
                    feature(nasty, "T", 80, label: nasty),
                ]
                let contents = try contents(try page(results, log: [nasty], name: nasty))
                #expect(contents.counts["script"] == nil && contents.counts["b"] == nil)
                let shown = nasty.replacing(/[\u{0}-\u{1F}\u{7F}-\u{9F}]/, with: "\u{FFFD}")
                // In the workflow's picture, in a mark's tooltip, in the log, as two rows and in a reason.
                #expect(contents.text.components(separatedBy: shown).count > 5, "\(nasty)")
            }
        }

        @Test func `a tour is drawn on the map and told in words, whatever its streets are called`() throws {
            var route = Route()
            let places = [(-123.1, 44.05), (-123.099, 44.051)].map { Position(x: $0.0, y: $0.1) }
            route.geometry = Polyline(paths: [places], spatialReference: .wgs84)
            route.stops = places.map { Stop(point: MapPoint(latitude: $0.y, longitude: $0.x), name: "<b>Home</b>") }
            var maneuver = DirectionManeuver()
            (maneuver.text, maneuver.lengthInMeters) = ("Go east on <script>Street</script>", 1234)
            route.directionManeuvers = [maneuver]
            let page = DemoPage(
                town: town, tiles: [], results: ["features": []], route: route, log: [], workflow: try Workflow("W").snapshot()
            ).html
            let contents = try contents(page)
            #expect(contents.counts["script"] == nil && contents.counts["b"] == nil && contents.counts["circle"] == 2)
            #expect(contents.text.contains("Go east on <script>Street</script> (1.2 km)"))
            #expect(contents.text.contains("<b>Home</b>"))
        }

        @Test(arguments: [0, 1, 199, 200, 201, 1000]) func `the rows that did not match are listed, the first 200`(count: Int)
            throws
        {
            let matched = (0..<7).map { feature("\($0) A Street", "M", 100) }
            let unmatched = (0..<count).map { feature("\($0) Nowhere", $0.isMultiple(of: 3) ? "T" : "U", 0, isPlaced: false) }
            let page = try page(matched + unmatched)
            let contents = try contents(page)
            #expect(contents.counts["tr", default: 1] - 1 == min(count, 200))
            #expect(page.contains("And \(count == 1000 ? 800 : 1) more in <a href=\"results.csv\">") == (count > 200))
            #expect(page.contains("every row matched") == (count == 0))
            // The row's number among all, as a person counts.
            if count > 0 { #expect(page.contains("<td>8</td><td>0 Nowhere, Cairnford, OR</td>")) }
        }

        @Test func `every result is counted, and marked by its kind, which the legend tells`() throws {
            let results =
                (0..<30).map { _ in feature("a", "M", 100) } + (0..<20).map { _ in feature("a", "M", 99.9) }
                + (0..<10).map { _ in feature("a", "T", 100) } + (0..<5).map { _ in feature("a", "U", 0, isPlaced: false) }
            let contents = try contents(try page(results))
            #expect(
                contents.classes["exact"] == 30 + 1 && contents.classes["corrected"] == 20 + 1
                    && contents.classes["tied"] == 10 + 1)
            #expect(contents.counts["dd"] == 5)
            for (title, count) in [
                ("addresses", 65), ("found as written", 30), ("found, corrected", 20), ("more than one fits", 10),
                ("not found", 5),
            ] {
                #expect(contents.text.contains("\(title)\(count)"), "\(title)")
            }
            let exact = try self.contents(try page([feature("a", "M", 100)]))
            #expect(exact.classes["exact"] == 2 && exact.classes["corrected"] == nil && exact.counts["dd"] == 4)
        }

        @Test func `kinds of results differ in shape, not in colour alone`() {
            let shapes = DemoResult.Kind.allCases.map { kind in
                DemoMark(kind: kind).svg(at: (10, 10), size: 3).replacing("\(kind)", with: "")
            }
            #expect(Set(shapes).count == DemoResult.Kind.allCases.count)
        }

        @Test func `tiles lie edge to edge under the marks, each with its image`() throws {
            let spots = [(-100.0, 100.0), (0, 100), (-100, 0), (0, 0)]
            let tiles = spots.map { x, y in
                TownPicture.Tile(
                    image: Data("image \(x) \(y)".utf8), upperLeft: TownSpot(x: x, y: y),
                    lowerRight: TownSpot(x: x + 100, y: y - 100))
            }
            let map = DemoMap(town: town, tiles: tiles, results: [])
            let images = map.svg.matches(
                of: /<image x="([-0-9.]+)" y="([-0-9.]+)" width="([0-9.]+)" height="([0-9.]+)".*base64,([^"]+)"/)
            let boxes = images.map { [$0.1, $0.2, $0.3, $0.4].compactMap { Double($0) } }
            #expect(images.compactMap { Data(base64Encoded: String($0.5)) } == tiles.map(\.image))
            try #require(boxes.count == 4 && boxes.allSatisfy { $0.count == 4 })
            // Each begins where the one before it ends, or somewhat before that.
            for (one, other, side) in [(0, 1, 0), (2, 3, 0), (0, 2, 1), (1, 3, 1)] {
                let overlap = boxes[one][side] + boxes[one][side + 2] - boxes[other][side]
                #expect(overlap >= 0 && overlap < 0.5, "\(boxes)")
            }
            let ground = try #require(map.svg.range(of: "<image"))
            let labels = try #require(map.svg.range(of: "class=\"labels"))
            #expect(ground.lowerBound < labels.lowerBound)
        }

        @Test func `more places than can be told apart are thinned`() throws {
            let contents = try contents(try page((0..<45_000).map { _ in feature("a", "M", 100) }))
            #expect(
                contents.classes["exact"] == 15_000 + 1 && contents.text.contains("Of 3 places that were found, one is drawn."))
        }

        @Test func `the page of a town of six thousand stays below two megabytes, and names its streets`() throws {
            let town = DemoTown(addresses: 6000)
            let results = town.houses.map { house -> JSONValue in
                [
                    "geometry": ["coordinates": [.number(house.spot.longitude), .number(house.spot.latitude)]],
                    "properties": [
                        "Status": "M", "Score": .number(100),
                        "Match_addr": .string("\(house.number) \(house.street), Cairnford, OR, \(house.postal), US"),
                    ],
                ]
            }
            let page = DemoPage(
                town: town, tiles: [], results: ["features": .array(results)], log: [], workflow: try Workflow("W").snapshot()
            ).html
            #expect(page.utf8.count < 2_000_000)
            let contents = try contents(page)
            #expect(contents.classes["exact"] == 6000 + 1)
            #expect(contents.text.contains("Alder Street") && contents.text.contains("Cairn River"))
        }

        @Test func `labels lie on the paper, and on no other`() {
            let town = DemoTown(addresses: 6000)
            let frame = MapFrame(showing: town.houses.map(\.spot))
            for size in [10.0, 14, 34] {
                let lines = town.streets.map { street in
                    MapLabels.Label(text: street.name, style: "", size: size, line: street.course(in: town.grid).map(frame.point))
                }
                let paths = MapLabels(lines, frame: frame, name: "x").elements.compactMap { element in
                    element.firstMatch(of: /\ d="M([^"]*)"/)?.1.split(separator: "L").map {
                        $0.split(separator: " ").compactMap { Double($0) }
                    }
                }
                #expect(paths.count > 5 && paths.joined().allSatisfy { frame.contains(($0[0], $0[1]), margin: size - 1) })
                for (index, path) in paths.enumerated() {
                    #expect(path[0][0] <= path[path.count - 1][0], "from left to right")
                    let others = paths[..<index].joined()
                    #expect(
                        path.allSatisfy { point in others.allSatisfy { hypot($0[0] - point[0], $0[1] - point[1]) > size * 0.9 } })
                }
            }
        }

        @Test func `text can be read, light and dark`() throws {
            let blocks = DemoStyle.sheet.components(separatedBy: "prefers-color-scheme: dark")
            let schemes = blocks.prefix(2).map { block in
                Dictionary(block.matches(of: /--([a-z]+): (#[0-9a-f]{6})/).map { (String($0.1), String($0.2)) }) { first, _ in
                    first
                }
            }
            #expect(schemes.count == 2 && schemes[0].keys == schemes[1].keys)
            for scheme in schemes {
                for (text, papers) in [
                    ("ink", ["paper", "card"]), ("soft", ["paper", "card"]), ("link", ["paper", "card"]),
                    ("label", ["land", "built", "park", "main", "street", "water"]),
                ] {
                    for paper in papers { #expect(try contrast(scheme[text], scheme[paper]) >= 4.5, "\(text) on \(paper)") }
                }
                // What is no text, after WCAG 2, 1.4.11.
                for mark in ["exact", "corrected", "tied", "unmatched"] {
                    #expect(try contrast(scheme[mark], scheme["built"]) >= 3, "\(mark)")
                }
            }
        }

        private func contrast(_ one: String?, _ other: String?) throws -> Double {
            let lights = try [one, other].map { luminance(try #require($0)) }.sorted()
            return (lights[1] + 0.05) / (lights[0] + 0.05)
        }

        /// After WCAG 2.
        private func luminance(_ color: String) -> Double {
            let number = Int(color.dropFirst(), radix: 16) ?? 0
            let parts = [16, 8, 0].map { shift in
                let part = Double(number >> shift & 0xFF) / 255
                return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            }
            return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        }
    }
#endif
