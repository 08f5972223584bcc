import CairnGeo
import CairnTasks
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct LocatorSearchTests {
    @Test func `what the words say as they are typed is not lost when they are read otherwise`() throws {
        // "Ring" may be "King", and more streets are called so than are looked at.
        let rows = (1...150).map { "100,Alder King Rd,Town\($0),\(10 + Double($0) * 0.01),50\n" }.joined()
        let locator = try BuiltLocator("number,street,city,lon,lat\n" + rows + "9,Alder Rd,,9,49\n")
        let found = try LocatorEngine(locator.url).geocode("9 Alder Rd Ring", LocatorFilter()).candidates
        let first = try #require(found.first)
        #expect(first.house?.number == 9 && first.score > 80, "\(first)")
    }

    @Test func `a note is not looked for where the house is known`() throws {
        let locator = try BuiltLocator(
            "number,street,city,postcode,lon,lat\n12,Main St,Salem,10001,10,50\n12,Main St,Selma,10002,11,50\n7,Garage Ln,Salem,10001,10,50\n"
        )
        let engine = try LocatorEngine(locator.url)
        for (text, x) in [
            ("12 Main St, Salem, behind the gerage", 10), ("gerage, 12 Main St, Selma 10002", 11.0), ("12 Main St, Selna", 11),
            ("Selna, 12 Main St", 11),
            ("12 Main St, Selna, 10002", 11),
        ] {
            let first = try #require(try engine.geocode(text, LocatorFilter()).candidates.first, "\(text)")
            #expect(first.house?.number == 12 && abs(first.place.x - x) < 0.001 && first.score >= 80, "\(text): \(first)")
        }
    }
}
