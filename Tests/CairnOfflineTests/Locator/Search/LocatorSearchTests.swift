import CairnGeo
import CairnTasks
import Testing

@testable import CairnOffline

/// What a search leaves out because it has found something must not be the answer.
@Suite(.timeLimit(.minutes(10)))
struct LocatorSearchTests {
    private static let header = "number,street,city,state,postcode,lon,lat\n"

    private func first(_ text: String, _ locator: BuiltLocator, limit: Int = 50) throws -> LocatorCandidate {
        var filter = LocatorFilter()
        filter.limit = limit
        return try #require(try LocatorEngine(locator.url).geocode(text, filter).candidates.first, "\(text)")
    }

    @Test func `what the words say as they are typed is not lost when they are read otherwise`() throws {
        // "Ring" may be "King", and more streets are called so than are looked at.
        let rows = (1...300).map { "100,Alder King Rd,Town\($0),,,\(10 + Double($0) * 0.01),50\n" }.joined()
        let locator = try BuiltLocator(Self.header + rows + "9,Alder Rd,,,,9,49\n")
        let first = try first("9 Alder Ring", locator)
        #expect(first.house?.number == 9 && first.score > 80, "\(first)")
    }

    @Test func `a note is not looked for where the house is known, and a misspelt settlement is`() throws {
        let locator = try BuiltLocator(
            Self.header + "12,Main St,Aldertown,Illinois,62561,9,49\n12,Main St,Riverton,Illinois,62561,10,50\n"
                + "12,Main St,Springfield,Illinois,62701,11,50\n12,Main St,Springfield,Missouri,65801,12,50\n7,Garage Ln,Riverton,Illinois,62561,10,50\n"
        )
        for (text, x) in [
            ("12 Main St, Riverton, behind the gerage", 10), ("gerage, 12 Main St, Springfield 65801", 12.0),
            ("12 Main St, Rivertn", 10),
            ("Rivertn, 12 Main St", 10), ("12 Main St, Rivertn, IL 62561", 10), ("12 Main St, Springfield, Missuri", 12),
            ("12 Main St, Sprngfield, Illinois 62701", 11),
        ] {
            for limit in [1, 50] {
                let first = try first(text, locator, limit: limit)
                #expect(first.house?.number == 12 && abs(first.place.x - x) < 0.001 && first.score >= 80, "\(text): \(first)")
            }
        }
    }

    @Test(
        arguments: ["1150 Lincoln St", "1150 Lincoln St, IL", "1150 Lincoln St, Illinois", "1150 Lincon St, Illinois"],
        [1, 5, 300])
    func `of many streets that fit as well the one with the house is found`(text: String, limit: Int) throws {
        let rows = (0..<250).map {
            "\(1000 + $0),Lincoln St,Town \(Self.letters($0)),Illinois,,\(-90 + Double($0) * 0.01),39.8\n"
        }.joined()
        let locator = try BuiltLocator(
            Self.header + rows, "name,admin1,country,population,lon,lat\nLincoln,Illinois,US,14000,-89.36,40.15\n")
        let first = try first(text, locator, limit: limit)
        #expect(first.house?.number == 1150 && first.score >= 90, "\(first)")
    }

    @Test(arguments: [
        "5 Nroth Street, Kingston", "5 North Steret, Kingston", "5 Nort Street", "7 The Avenua, Kingston", "7 The Aveneu",
    ])
    func `streets of nothing but types and directions are found misspelt`(text: String) throws {
        let locator = try BuiltLocator(
            Self.header
                + "5,North Street,Kingston,,,-88.5,38.85\n7,The Avenue,Kingston,,,-88.51,38.85\n9,Oak Street,Kingston,,,-88.52,38.85\n"
        )
        let first = try first(text, locator)
        #expect(first.house.map { "\($0.number)" } == String(text.prefix(1)) && first.score >= 90, "\(first)")
    }

    @Test(arguments: [
        "Salem Town Hall, 100 Maple Ave, Salem, OR 97301", "First Church of Salem, 100 Maple Ave, Salem, OR",
        "Oregon State Bank, 100 Maple Ave, Salem, OR",
        "c/o Salem Kowalski, 100 Maple Ave, Salem, OR 97301", "100 Maple Ave, call 555 1234, Salem, OR 97301",
        "100 Maple Ave, gate code 1234, Salem, OR",
        "100 Mapl Ave, Salem",
    ])
    func `people, offices and notes may be called as the settlement is, and have numbers`(text: String) throws {
        let locator = try BuiltLocator(
            Self.header
                + "100,Maple Ave,Salem,OR,97301,-123,44.9\n102,Maple Ave,Salem,OR,97301,-123.01,44.9\n100,Oak Ave,Eugene,OR,97401,-123.1,44\n"
        )
        let first = try first(text, locator)
        #expect(first.house?.number == 100 && first.score >= 80, "\(text): \(first)")
    }

    @Test func `a house is found beside a point of interest of a long name that is elsewhere`() throws {
        let locator = try BuiltLocator(
            "number,street,lon,lat\n1250,Main St,-89.6,39.8\n1252,Main St,-89.61,39.8\n",
            "name,category,number,street,lon,lat\nSaint Mary Magdalene Church,Church,,,-93,37\n")
        let first = try first("Saint Mary Magdalene Church, 1250 Main St", locator)
        #expect(first.house?.number == 1250 && first.score >= 95, "\(first)")
    }

    @Test(arguments: [("12 quater Rue Verte", "12 QUATER"), ("7 bis Rue Verte", "7 BIS"), ("72 rear Rue Verte", "72 REAR")])
    func `what belongs to a number is no word in front of the street`(text: String, label: String) throws {
        let locator = try BuiltLocator(
            "number,street,city,lon,lat\n12,Rue Verte,Aix,5.4,43.5\n12 quater,Rue Verte,Lyon,4.81,45.71\n7,Rue Verte,Aix,5.4,43.6\n"
                + "7 bis,Rue Verte,Lyon,4.81,45.72\n72,Rue Verte,Aix,5.4,43.7\n72 rear,Rue Verte,Lyon,4.81,45.73\n")
        let engine = try LocatorEngine(locator.url)
        try withExtendedLifetime(engine) {
            for least in [0.0, 60, 95] {
                var filter = LocatorFilter()
                filter.minimumScore = least
                let house = try engine.geocode(text, filter).candidates.first?.house
                #expect(house.map { String(decoding: $0.label, as: UTF8.self).uppercased() } == label, "\(least)")
            }
        }
    }

    /// Letters only, so that no number of a name is a house's.
    private static func letters(_ number: Int) -> String {
        String(decoding: [number / 26, number % 26].map { UInt8(97 + $0) }, as: UTF8.self)
    }
}
