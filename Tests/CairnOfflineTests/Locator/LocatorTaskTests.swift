import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LocatorTaskTests {
    let locator: BuiltLocator
    var task: LocatorTask { locator.task }

    init() throws {
        locator = try BuiltLocator(Town.addresses, Town.ranges, Town.places)
    }

    private func best(_ text: String) async throws -> GeocodeResult? {
        try await task.geocode(forSearchText: text).first
    }

    @Test(arguments: [
        ("12 North Main Street, Springfield, IL 62701", "12 North Main Street, Springfield, IL, 62701"),
        ("12 n main st springfield il", "12 North Main Street, Springfield, IL, 62701"),
        ("12 NORTH MAIN ST.", "12 North Main Street, Springfield, IL, 62701"),
        ("Springfield, Illinois, North Main Street 12", "12 North Main Street, Springfield, IL, 62701"),
        ("12a N Main St", "12A North Main Street, Springfield, IL, 62701"),
        ("12 N Main St Apt 4, Springfield", "12 North Main Street, Springfield, IL, 62701"),
        ("12 N Main St # 4, Springfield", "12 North Main Street, Springfield, IL, 62701"),
        ("12 N Mian St, Springfield", "12 North Main Street, Springfield, IL, 62701"),
        ("12 N Main St, Sprigfield", "12 North Main Street, Springfield, IL, 62701"),
        ("12 Nroth Main Street", "12 North Main Street, Springfield, IL, 62701"),
        ("12 S Main St", "12 South Main Street, Springfield, IL, 62703"),
        ("131 1/2 Grove St", "131 1/2 Grove Street, Springfield, IL, 62701"),
        ("5 5th Ave", "5 Fifth Avenue, Shelbyville, IL, 62565"),
        ("37-15 St Marks Pl", "37-15 Saint Mark's Place, Shelbyville, IL, 62565"),
        ("7 rue de l'eglise, montreal", "7 Rue de l'Église, Montréal, QC, H2X"),
        ("City Hall, Springfield", "City Hall, 14 North Main Street, Springfield, IL, 62701"),
        ("150 Elm Rd", "150 Elm Road, Springfield, IL, 62704"),
        ("Paris, France", "Paris, Île-de-France, FR"),
        ("paris tx", "Paris, Lamar, Texas, US"),
        ("Paris, Texas, USA", "Paris, Lamar, Texas, US"),
        ("Springfield, Missouri", "Springfield, Greene, Missouri, US"),
        ("12 North Main Street, Springfield, IL 62701-1234", "12 North Main Street, Springfield, IL, 62701"),
        ("Jane Miller & Sons Ltd, 12 North Main Street, Springfield", "12 North Main Street, Springfield, IL, 62701"),
        ("12North Main Street, Springfield", "12 North Main Street, Springfield, IL, 62701"),
        ("12 N Main St Apt #4, Springfield", "12 North Main Street, Springfield, IL, 62701"),
        ("5 Fivth Avenue, Shelbyville", "5 Fifth Avenue, Shelbyville, IL, 62565"),
    ])
    func `the right address comes first`(query: String, label: String) async throws {
        #expect(try await best(query)?.label == label)
    }

    @Test func `a clean address scores a hundred and a misspelt one less`() async throws {
        #expect(try await best("12 North Main Street, Springfield, IL 62701")?.score == 100)
        let misspelt = try #require(try await best("12 North Mian Street, Springfield, IL 62701"))
        #expect(misspelt.score < 100 && misspelt.score > 85)
    }

    @Test func `a number that is not there finds the nearest and says so`() async throws {
        var parameters = GeocodeParameters()
        parameters.resultAttributeNames = ["*"]
        let result = try #require(
            try await task.geocode(forSearchText: "9999 North Main Street, Springfield", using: parameters).first)
        #expect(result.attributes["Addr_type"] == "StreetAddressExt" && result.attributes["AddNum"] == "14")
        #expect(result.score < 90)
    }

    @Test func `numbers of a range lie along its line by their share`() async throws {
        let first = try #require(try await best("100 Elm Road")?.location)
        let last = try #require(try await best("198 Elm Road")?.location)
        #expect(abs(first.x + 89.70) < 1e-6 && abs(first.y - 39.80) < 1e-6)
        #expect(abs(last.x + 89.69) < 1e-6 && abs(last.y - 39.81) < 1e-6)
        let odd = try #require(try await best("199 Elm Road")?.location)
        #expect(abs(odd.x + 89.70) < 1e-6 && abs(odd.y - 39.8001) < 1e-6)
        let only = try #require(try await best("1 Dead End")?.location)
        #expect(abs(only.y - 39.805) < 1e-6)
    }

    @Test(arguments: [
        "Elm Road & Oak Avenue", "oak ave and elm rd, springfield", "Elm Rd @ Oak Av, Springfield, IL", "elm rod & oak avenue",
    ])
    func `a corner of two streets is found where they cross`(query: String) async throws {
        let locator = try BuiltLocator(
            """
            from;to;interpolation;street;city;state;geometry
            100;198;all;Elm Road;Springfield;IL;LINESTRING(-89.70 39.80, -89.68 39.80)
            1;99;all;Oak Avenue;Springfield;IL;LINESTRING(-89.69 39.79, -89.69 39.81)
            1;99;all;Oak Avenue;Shelbyville;IL;LINESTRING(-88.69 39.79, -88.69 39.81)
            """)
        var parameters = GeocodeParameters()
        parameters.resultAttributeNames = ["Addr_type"]
        let result = try #require(try await locator.task.geocode(forSearchText: query, using: parameters).first)
        #expect(result.attributes["Addr_type"] == "StreetInt")
        #expect(
            result.label.contains("Elm Road") && result.label.contains("Oak Avenue") && result.label.hasSuffix("Springfield, IL"))
        #expect(abs(result.location!.x + 89.69) < 1e-6 && abs(result.location!.y - 39.80) < 1e-6)
    }

    @Test func `an address in fields is found`() async throws {
        let values = ["Address": "12 N Main St", "City": "Springfield", "Region": "IL", "Postal": "62701"]
        #expect(try await task.geocode(forSearchValues: values).first?.score == 100)
    }

    @Test func `results may be limited to a country, a category and an area`() async throws {
        var parameters = GeocodeParameters()
        parameters.countryCode = "FRA"
        #expect(try await task.geocode(forSearchText: "Paris", using: parameters).map(\.label) == ["Paris, Île-de-France, FR"])
        parameters.countryCode = ""
        parameters.searchArea = Envelope(xMin: -100, yMin: 30, xMax: -90, yMax: 40, spatialReference: .wgs84)
        #expect(try await task.geocode(forSearchText: "Paris", using: parameters).map(\.label) == ["Paris, Lamar, Texas, US"])
        parameters.searchArea = nil
        parameters.categories = ["POI"]
        #expect(try await task.geocode(forSearchText: "Springfield", using: parameters).isEmpty)
    }

    @Test func `what is near comes first among equals`() async throws {
        var parameters = GeocodeParameters()
        for (place, region) in [
            (MapPoint(latitude: 37, longitude: -93), "Missouri"), (MapPoint(latitude: 40, longitude: -89), "Illinois"),
        ] {
            parameters.preferredSearchLocation = place
            #expect(try await task.geocode(forSearchText: "Springfield", using: parameters).first?.label.contains(region) == true)
        }
    }

    @Test func `coordinates come in the reference that is asked for`() async throws {
        var parameters = GeocodeParameters()
        parameters.outputSpatialReference = .webMercator
        let location = try #require(try await task.geocode(forSearchText: "Paris, France", using: parameters).first?.location)
        #expect(abs(location.x - 261845.7) < 1 && location.spatialReference == .webMercator)
    }

    @Test func `attributes come only when asked for`() async throws {
        var parameters = GeocodeParameters()
        #expect(try await task.geocode(forSearchText: "12 N Main St", using: parameters)[0].attributes.isEmpty)
        parameters.resultAttributeNames = ["city", "AddNum"]
        let attributes = try await task.geocode(forSearchText: "12 N Main St", using: parameters)[0].attributes
        #expect(attributes == ["City": "Springfield", "AddNum": "12"])
    }

    @Test func `nothing fits nothing`() async throws {
        for text in [
            "", "   ", "zzzz qqqq", "🗺️", "\"; DROP TABLE feature", "(", "AND OR NOT", String(repeating: "x ", count: 5000),
        ] {
            #expect(try await task.geocode(forSearchText: text).isEmpty, "\(text.prefix(20))")
        }
    }

    @Test func `a batch answers in the order of its records`() async throws {
        let texts = ["12 N Main St", "nowhere at all", "5 5th Ave", "Springfield"]
        let records = texts.enumerated().map { GeocodeRecord(id: 100 - $0.offset, query: .singleLine($0.element)) }
        let matches = try await task.geocodeAddresses(records)
        #expect(matches.map(\.id) == [100, 99, 98, 97])
        #expect(matches.map(\.status) == [.matched, .unmatched, .matched, .tied])
        #expect(matches[1].result == nil)
    }

    @Test func `the locator says what it can`() async throws {
        let task = task
        #expect(task.info == nil)
        try await task.load()
        #expect(task.info?.name == "Test")
        #expect(task.info?.addressFields.map(\.name).contains("Postal") == true)
    }
}
