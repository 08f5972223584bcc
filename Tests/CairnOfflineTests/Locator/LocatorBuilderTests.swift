import CairnGeo
import CairnOffline
import CairnTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LocatorBuilderTests {
    private func table(_ text: String, map: [LocatorTable.Role: String] = [:]) throws -> LocatorTable {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        try Data(text.utf8).write(to: url)
        return try LocatorTable(detecting: url, map: map)
    }

    @Test func `the content is detected from the header`() throws {
        #expect(try table(Town.addresses).content == .addresses)
        #expect(try table(Town.ranges).content == .ranges)
        #expect(try table(Town.places).content == .places)
    }

    @Test func `a header that says nothing is refused with its columns and advice`() throws {
        #expect { try table("a,b\n1,2\n") } throws: { "\($0)".contains("a, b") && "\($0)".contains("--map") }
        #expect { try table("") } throws: { "\($0)".contains("empty") }
    }

    @Test func `columns can be named`() throws {
        let mapped = try table("e,n,title\n1,2,x\n", map: [.x: "e", .y: "N", .name: "title"])
        #expect(mapped.content == .places && mapped.columns[.y] == 1)
        #expect { try table("a,b\n", map: [.x: "c"]) } throws: { "\($0)".contains("no column \"c\"") }
    }

    @Test func `one that is built while another is, in the same place, does not disturb it`() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).locator")
        defer { try? FileManager.default.removeItem(at: url) }
        let few = try table("name,lon,lat\nFew,1,2\n")
        var inner: LocatorBuilder.Report?
        let outer = try LocatorBuilder(name: "outer").build([table(Town.places)], to: url) { _ in
            if inner == nil { inner = try? LocatorBuilder(name: "inner").build([few], to: url) }
        }
        #expect(inner?.places == 1 && outer.places > 1)
        #expect(try await !LocatorTask(fileURL: url).geocode(forSearchText: "Springfield, Illinois").isEmpty)
        #expect(try await LocatorTask(fileURL: url).geocode(forSearchText: "Few").isEmpty, "the last to end stays")
    }

    @Test func `bad rows are left out and named by file and line`() throws {
        let locator = try BuiltLocator(
            """
            number,street,lon,lat
            1,Main St,10,50
            ,Main St,10,50
            2,Main St,ten,50
            3,Main St,10,95
            4
            "5",Main St,10.001,50
            """)
        #expect(locator.report.addresses == 2)
        #expect(locator.report.unusable == 4)
        #expect(locator.report.problems.map(\.line) == [3, 4, 5, 6])
        #expect(locator.report.problems[1].description.contains("\"ten, 50\""))
    }

    @Test func `a name without letters and digits is left out, for nobody could find it`() throws {
        let locator = try BuiltLocator(
            "number,street,lon,lat\n1,Main St,10,50\n2,---,10,50\n3,🏚,10,50\n4,東京,10,50\n5,\u{0},10,50\n",
            "name,lon,lat\n\"!?\",10,50\n²,10,50\n", "from,to,street,geometry\n1,9,\"/\",\"LINESTRING(1 1, 2 2)\"\n")
        #expect(locator.report.problems.map(\.line) == [3, 4, 6, 2, 2])
        #expect(locator.report.problems.first?.description.contains("\"---\" has neither letters nor digits") == true)
    }

    @Test func `a name or a street that says nothing is left out, and the other kept`() async throws {
        let locator = try BuiltLocator(
            "number,street,name,lon,lat\n1,Main St,?,10,50\n2,-,Alder School,10.1,50\n3,-,?,10,50\n,Oak St,?,10,50\n",
            "number,street,name,alternate_names,lon,lat\n5,Oak St,?,-|Beech Hall,10,50\n")
        #expect(locator.report.problems.map(\.line) == [4, 5])
        var all = GeocodeParameters()
        all.resultAttributeNames = ["*"]
        #expect(try await locator.task.geocode(forSearchText: "1 Main St").first?.label == "1 Main St")
        for name in ["Alder School", "Beech Hall"] {
            let found = try await locator.task.geocode(forSearchText: name, using: all).first
            #expect(found?.score == 100 && found?.attributes.values.contains { $0.text.contains("-") } == false)
        }
    }

    @Test func `a stroke says that nothing is known`() async throws {
        let locator = try BuiltLocator(
            "number,street,city,state,postcode,unit,country,lon,lat\n24,Oak Street,-,IL,-,--,US,10,50\n")
        #expect(try await locator.task.geocode(forSearchText: "24 Oak Street").first?.label == "24 Oak Street, IL, US")
    }

    @Test(arguments: [
        ("39.3,-176.6", "swapped"), ("448261.6,5411932.7", "projection"), ("-8575605,4707174", "projection"),
        ("12,91", "swapped"), ("nan,50", "no longitude"),
        ("1e400,50", "no longitude"), ("181,91", "projection"),
    ])
    func `coordinates that cannot be degrees are told what they look like`(coordinates: String, word: String) throws {
        let locator = try BuiltLocator("number,street,lon,lat\n1,Main St,10,50\n2,Main St,\(coordinates)\n")
        #expect(locator.report.unusable == 1)
        #expect(locator.report.problems.first?.description.contains(word) == true)
    }

    @Test func `several tables make one locator, in which a place of two tables is one`() async throws {
        let locator = try BuiltLocator(
            "number,street,city,state,postcode,lon,lat\n12,Main St,Springfield,IL,62701,-89.65,39.80\n",
            "from,to,street,city,state,postcode,geometry\n100,198,Elm Rd,Springfield,IL,62704,\"LINESTRING(-89.70 39.80, -89.69 39.80)\"\n",
            "name,admin1,country,population,alternate_names,lon,lat\nSpringfield,Illinois,US,116250,Capital City|スプリングフィールド,-89.64,39.80\nParis,Île-de-France,FR,2138551,,2.35,48.85\nParis,Texas,US,24171,,-95.55,33.66\n",
            "name,cc,lon,lat\nSpringfield,US,-89.644,39.802\n")
        for (text, label) in [
            ("12 main st springfield", "12 Main St, Springfield, IL, 62701"),
            ("150 Elm Rd, 62704", "150 Elm Rd, Springfield, IL, 62704"),
            ("Paris", "Paris, Île-de-France, FR"), ("Paris, TX", "Paris, Texas, US"),
            ("capital city", "Springfield, Illinois, US"),
            ("スプリングフィールド", "Springfield, Illinois, US"), ("62704", "62704, Springfield, IL"),
        ] { #expect(try await locator.task.geocode(forSearchText: text).first?.label == label, "\(text)") }
        #expect(
            try await locator.task.geocode(forSearchText: "Springfield").count { $0.label.hasPrefix("Springfield, Illinois") }
                == 1)
    }

    @Test func `several numbers at one place are several addresses`() async throws {
        let locator = try BuiltLocator("number,street,lon,lat\n12;14,Main St,10,50\n")
        #expect(try await locator.task.geocode(forSearchText: "14 Main St").first?.score == 100)
    }

    @Test func `nothing usable builds nothing`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).locator")
        #expect(throws: LocatorError.self) {
            try LocatorBuilder(name: "x").build([table("name,lon,lat\n,1,2\n")], to: url)
        }
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }

    @Test func `a build that fails leaves the file that was there`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).locator")
        try Data("old".utf8).write(to: url)
        #expect(throws: (any Error).self) {
            try LocatorBuilder(name: "x").build([table("name,lon,lat\n\"open,1,2\n")], to: url)
        }
        #expect(try String(contentsOf: url, encoding: .utf8) == "old")
    }

    @Test func `the same tables build the same bytes`() throws {
        let first = try BuiltLocator(Town.addresses, Town.ranges)
        let second = try BuiltLocator(Town.addresses, Town.ranges)
        #expect(try Data(contentsOf: first.url) == Data(contentsOf: second.url))
    }

    @Test func `progress goes up to one`() throws {
        var seen: [Double] = []
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).locator")
        _ = try LocatorBuilder(name: "x").build([table(Town.places)], to: url) { seen.append($0) }
        #expect(seen.last == 1 && seen == seen.sorted())
    }
}
