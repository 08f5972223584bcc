import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

/// What cannot reach the least score is not looked at; what does must be found.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct LeastScoreTests {
    private static let shared = Result {
        try BuiltLocator(
            "number,street,city,state,country,postcode,lon,lat,name\n"
                + (1...60).map {
                    "\($0)\($0 % 7 == 0 ? "A" : ""),North Main Street,Springfield,IL,US,62701,\(-89.65 + Double($0) * 1e-4),39.8,\n"
                }.joined()
                + "12,Oak Street,Aville,IL,US,62702,-89.7,39.7,Wolfe Street Academy\n12A,Oak Street,Bville,IL,US,62703,-89.8,39.6,\n"
                + "10,Downing Street,London,,GB,SW1A 2AA,-0.1276,51.5034,\n5,Elm Rd,,,US,,-90,40,\n7,Orchard Main,Aville,IL,US,,-89.71,39.71,\n",
            "from;to;street;city;state;country;postcode;geometry\n100;198;Oak Avenue;Springfield;IL;US;62704;LINESTRING(-89.66 39.81, -89.64 39.81)\n",
            "name,admin1,country,population,lon,lat\nSpringfield,Illinois,US,116250,-89.6437,39.8017\nAville,Illinois,US,900,-89.7,39.7\nLondon,England,GB,8000000,-0.12,51.5\n"
        )
    }
    private let locator: BuiltLocator

    init() throws { locator = try Self.shared.get() }

    private static let occupants = [
        "", "Joe's Diner", "Dr. Alice Nowak,", "Wolfe Zxcvq Qwjrtk,", "Main Street Cafe,",
        "Johns Hopkins School of Public Health", "near", "Apt 5,", "SW1A2AA", "PO Box 9,",
    ]
    private static let streets = [
        "12 North Main St", "12 A Oak St", "12A Oak Street", "12 bis N Main St", "7 A North Main", "North Main St 12",
        "150 Oak Ave", "10 Downing Street", "Downing Street 10", "5 Elm Rd", "Orchard Main 7", "Main 12", "12 Nroth Mian St",
        "99 N Main St", "Oak & Main",
    ]
    private static let rests = [
        "", ", Tulip Quarter", ", ring twice", ", Roland Park, ring twice", ", Zwoxqville", " rear", ", a b c d e f g h i j",
    ]
    private static let places = [
        "", ", Springfield", ", 62701", ", Springfield, IL 62701", ", Aville", ", London SW1A 2AA", ", Chicago", ", 99999",
        " Springfield Illinois", ", Deutschland",
    ]

    @Test func `answers above a score are those of all that are above it`() throws {
        let engine = try LocatorEngine(locator.url)
        var random = FixedRandom(seed: 12)
        for _ in 0..<1500 {
            let text = [
                Self.occupants.randomElement(using: &random)!, " ", Self.streets.randomElement(using: &random)!,
                Self.rests.randomElement(using: &random)!, Self.places.randomElement(using: &random)!,
            ].joined()
            let all = try engine.geocode(text, LocatorFilter()).candidates
            var first = LocatorFilter()
            first.limit = 1
            #expect(try engine.geocode(text, first).candidates.map(\.score) == all.prefix(1).map(\.score), "\(text)")
            for least in [60.0, 80, 95] {
                var filter = LocatorFilter()
                filter.minimumScore = least
                let found = try engine.geocode(text, filter).candidates
                #expect(found.map(\.score) == all.map(\.score).filter { $0 >= least }, "\(text), \(least)")
            }
        }
    }
}
