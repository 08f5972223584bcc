import CairnGeo
import CairnTasks
import Testing

@testable import CairnOffline

/// States of the USA in queries: each is a whole, whatever else its words are called.
@Suite(.timeLimit(.minutes(10)))
struct StateTests {
    private static let shared = Result {
        try BuiltLocator(
            """
            number,street,city,state,country,postcode,lon,lat
            5,Court St,Lima,OH,US,45801,-84.1,40.74
            5,Elm St,New York,NY,US,10001,-73.99,40.75
            5,Elm St,Albany,NY,US,12201,-73.75,42.65
            5,Oak Ave,Albany,NY,US,12201,-73.751,42.66
            8,Elm St,Kansas City,MO,US,64101,-94.58,39.1
            8,Elm St,Kansas City,KS,US,66101,-94.63,39.11
            20,Bay Rd,La Porte,TX,US,77571,-95.02,29.66
            20,Bay Rd,La Porte,IN,US,46350,-86.72,41.6
            20,Bay Rd,De Soto,MO,US,63020,-90.55,38.14
            21,Bay Rd,Northeast,MD,US,21901,-75.94,39.6
            30,Hill St,Charleston,WV,US,25301,-81.63,38.35
            30,Hill St,Charleston,SC,US,29401,-79.93,32.78
            31,Hill St,Richmond,Virginia,US,23218,-77.44,37.54
            31,Hill St,Wheeling,West Virginia,US,26003,-80.7,40.06
            40,M St,Georgetown,DC,US,20007,-77.06,38.91
            40,M St,Columbia,SC,US,29201,-81.03,34
            41,Kay St,Washington,DC,US,20001,-77.03,38.9
            41,Kay St,Washington,IL,US,61571,-89.41,40.7
            41,Kay St,Spokane,WA,US,99201,-117.4,47.66
            42,Kay St,Spokane,Washington,US,99201,-117.41,47.66
            50,Lake Dr,Fort Collins,CO,US,80521,-105.08,40.59
            51,Lake Dr,Bismarck,ND,US,58501,-100.78,46.81
            52,Lake Dr,Bismarck,MO,US,63624,-90.62,37.77
            60,Farm Ave,Salem,OR,US,97301,-123.03,44.94
            60,Farm Ave,Salem,MA,US,01970,-70.9,42.52
            60,Farm Ave,Mount Washington,KY,US,40047,-85.55,38.05
            70,Virginia Ave,Bristol,TN,US,37620,-82.18,36.59
            71,Oak St,Hartford,CT,US,06101,-72.68,41.76
            71,Oak St,Hartford,AL,US,36344,-85.69,31.1
            80,Pine St,Perth,WA,AU,6000,115.86,-31.95
            81,Pine St,Perth,WA,AU,6000,115.86,-31.95
            81,Pine St,Kent,WA,US,98030,-122.2,47.4
            80,Pine St,Ontario,CA,US,91761,-117.65,34.06
            90,Vine St,Los Angeles,CA,US,90001,-118.24,34.05
            91,Vine St,Cherry Hill Township,NJ,US,08002,-75.03,39.93
            92,Vine St,Washington,Pa.,US,15301,-80.25,40.17
            93,Vine St,East York,PA,US,17402,-76.68,39.97
            93,Vine St,York,PA,US,17401,-76.73,39.96
            71,Oak Ct,Hartford,AL,US,36344,-85.7,31.11
            96,Vine St,New York Mills,NY,US,13417,-75.29,43.1
            96,Vine St,New York City,NY,US,10001,-73.99,40.751
            94,Vine St,Iowa,LA,US,70647,-93.01,30.24
            32,County 32,Autauga,AL,US,36067,-86.6,32.5

            """,
            """
            name,alternate_names,admin1,country,population,lon,lat
            New York City,New York|NYC,New York,US,8000000,-74.0,40.7
            Los Angeles,LA|L.A.,California,US,3900000,-118.24,34.05
            Fort Collins,,Colorado,US,165000,-105.08,40.59
            Fort Worth,,Texas,US,900000,-97.33,32.75

            """)
    }
    private let locator: BuiltLocator

    init() throws { locator = try Self.shared.get() }

    private func first(_ text: String) async throws -> GeocodeResult? {
        var parameters = GeocodeParameters()
        parameters.resultAttributeNames = ["*"]
        return try await locator.task.geocode(forSearchText: text, using: parameters).first
    }

    @Test(arguments: [
        ("5 Elm St, New York, NY", "New York", "NY"), ("5 Elm St New York NY", "New York", "NY"),
        ("5 Elm St, New York NY 10001", "New York", "NY"), ("5 Elm St, Albany, New York", "Albany", "NY"),
        ("5 Elm St, Albany, N.Y.", "Albany", "NY"), ("5 Elm St, Albany N Y 12201", "Albany", "NY"),
        ("8 Elm St, Kansas City, Kansas", "Kansas City", "KS"), ("8 Elm St, Kansas City, Missouri", "Kansas City", "MO"),
        ("8 Elm St Kansas City KS", "Kansas City", "KS"), ("20 Bay Rd, La Porte, TX", "La Porte", "TX"),
        ("20 Bay Rd, La Porte IN 46350", "La Porte", "IN"), ("20 Bay Rd La Porte 77571", "La Porte", "TX"),
        ("30 Hill St, Charleston, West Virginia", "Charleston", "WV"), ("30 Hill St, Charleston, W. Va.", "Charleston", "WV"),
        ("30 Hill St, Charleston, South Carolina", "Charleston", "SC"),
        ("30 Hill St, Charleston, So. Carolina", "Charleston", "SC"),
        ("30 Hill St, Charleston, S.C.", "Charleston", "SC"), ("31 Hill St, Richmond, VA", "Richmond", "Virginia"),
        ("31 Hill St, Wheeling WV 26003", "Wheeling", "West Virginia"), ("40 M St, Columbia, SC", "Columbia", "SC"),
        ("40 M St, Georgetown, D.C.", "Georgetown", "DC"), ("41 Kay St, Washington", "Washington", "DC"),
        ("41 Kay St, Washington, IL", "Washington", "IL"), ("41 Kay St, Washington, DC 20001", "Washington", "DC"),
        ("41 Kay St, Spokane, Washington", "Spokane", "WA"), ("42 Kay St, Spokane, Wash.", "Spokane", "Washington"),
        ("51 Lake Dr, Bismarck, N. Dakota", "Bismarck", "ND"), ("60 Farm Ave, Salem, OR, ring twice", "Salem", "OR"),
        ("60 Farm Ave, Salem, MA, gate code 12", "Salem", "MA"), ("60 Farm Ave, Mount Washington", "Mount Washington", "KY"),
        ("60 Farm Ave, Mount Washington, KY", "Mount Washington", "KY"), ("70 Virginia Ave, Bristol", "Bristol", "TN"),
        ("71 Oak St, Hartford, CT", "Hartford", "CT"), ("71 Oak St Hartford CT 06101", "Hartford", "CT"),
        ("71 Oak St, Hartford, Ala.", "Hartford", "AL"), ("80 Pine St, Perth, WA", "Perth", "WA"),
        ("81 Pine St, Perth, WA", "Perth", "WA"), ("81 Pine St, Kent, WA", "Kent", "WA"),
        ("80 Pine St, Ontario, CA, USA", "Ontario", "CA"), ("5 Court St, Lima, Ohio", "Lima", "OH"),
        ("Lima Ohio 5 Court St", "Lima", "OH"), ("90 Vine St, LA", "Los Angeles", "CA"),
        ("90 Vine St, L.A.", "Los Angeles", "CA"),
        ("60 Farm Ave, Salem, OR 97301, call me", "Salem", "OR"), ("60 Farm Ave, Salem, OR, say hi", "Salem", "OR"),
        ("60 Farm Ave, Salem, OR, ask for Al", "Salem", "OR"), ("60 Farm Ave, Salem, MA, not OR", "Salem", "MA"),
        ("60 Farm Ave, Salem, MA 01970, Denzel Washington", "Salem", "MA"),
        ("60 Farm Ave, Salem, Oregon, Mrs. Jane Virginia", "Salem", "OR"),
        ("John Smith MD, 60 Farm Ave, Mount Washington", "Mount Washington", "KY"),
        ("Mary Virginia, 60 Farm Ave, Salem 97301", "Salem", "OR"), ("Law Office PA, 60 Farm Ave, Salem, MA", "Salem", "MA"),
        ("60 Farm Ave, Unit De, Mount Washington", "Mount Washington", "KY"), ("Salem, OR, 60 Farm Ave", "Salem", "OR"),
        ("Louisiana, Iowa, 94 Vine St", "Iowa", "LA"), ("96 Vine St, New York, NY", "New York City", "NY"),
        ("96 Vine St, New York", "New York City", "NY"),
        ("60 Farm Ave, Salem, Oregon (OR)", "Salem", "OR"), ("60 Farm Ave, Salem, OR Oregon 97301", "Salem", "OR"),
        ("60 Farm Ave, Salem, OR, Oregon", "Salem", "OR"), ("5 Oak Ave, Albany, New York, NY", "Albany", "NY"),
        ("60 Farm Ave, Salem, O. R. 97301", "Salem", "OR"), ("71 Oak St, Hartford, A. L.", "Hartford", "AL"),
        ("5 Oak Ave, Albany, New York State 12201", "Albany", "NY"), ("60 Farm Ave, Salem, State of Oregon", "Salem", "OR"),
        ("60 Farm Ave, Salem, Commonwealth of Massachusetts", "Salem", "MA"),
        ("30 Hill St, Charleston, Weest Virginia", "Charleston", "WV"), ("30 Hill St, Charleston, W.Va.", "Charleston", "WV"),
        ("60 Farm Ave, Salem, OR 97301, United States of America", "Salem", "OR"),
        ("60 Farm Ave, Salem, OR, the USA", "Salem", "OR"), ("91 Vine St, Cherry Hill Twp, NJ", "Cherry Hill Township", "NJ"),
        ("92 Vine St, Washington, Pennsylvania", "Washington", "Pa."), ("92 Vine St, Washington, PA", "Washington", "Pa."),
        ("93 Vine St, York, PA", "York", "PA"), ("93 Vine St, East York, PA", "East York", "PA"),
        ("81 Pine St, Kent, Washington", "Kent", "WA"), ("71 Oak Court, Hartford", "Hartford", "AL"),
        ("32 County32, Autauga", "Autauga", "AL"),
    ])
    func `a house is found in its state`(text: String, city: String, region: String) async throws {
        let first = try #require(try await first(text))
        #expect(first.score >= 80, "\(first.label) \(first.score)")
        #expect(first.attributes["City"]?.text == city && first.attributes["Region"]?.text == region, "\(first.label)")
    }

    @Test(arguments: [
        "5 Ohio St, Lima", "5 Oak Ave, New York, New York", "8 Elm St, Kansas City, Iowa", "20 Bay Rd, Houston, LA",
        "20 Bay Rd, Houston, DE", "21 Bay Rd, Omaha, NE", "31 Hill St, Wheeling, Virginia", "31 Hill St, Richmond, West Virginia",
        "41 Kay St, Spokane, Oregon", "50 Lake Dr, Fort Worth", "50 Lake Dr, Fort Worth, Texas",
        "51 Lake Dr, Bismarck, IL", "60 Farm Ave, Salem, NH", "60 Farm Ave, Salem, Utah, ring twice", "71 Oak St, Hartford, VT",
        "Los Angeles, WA", "Fort Collins, Texas", "41 Kay St, Washington, Washington",
        "94 Vine St, Ioowa City, Iowa", "81 Pine St, Perth, Washington",
        "60 Farm Ave Salem Del.", "60 Farm Ave, Salem, Del.",
    ])
    func `what lies in another state is no answer`(text: String) async throws {
        let first = try await first(text)
        #expect(first == nil || first!.score < 60, "\(first!.label) \(first!.score)")
    }

    @Test func `the city comes before the state of its name`() async throws {
        let found = try await locator.task.geocode(forSearchText: "5 Elm St, New York")
        let scores = found.map(\.score)
        #expect(found.count >= 2 && scores[0] == 100 && scores[1] < 100 && scores[1] > 90, "\(found.map(\.label)) \(scores)")
    }

    @Test(arguments: [
        ("City of New York", "New York City"), ("City of Fort Worth, Texas", "Fort Worth"), ("Fort Worth", "Fort Worth"),
    ])
    func `a settlement is found by its full style`(text: String, city: String) async throws {
        let first = try #require(try await first(text))
        #expect(first.score >= 90 && first.attributes["PlaceName"]?.text == city, "\(first.label) \(first.score)")
    }
}
