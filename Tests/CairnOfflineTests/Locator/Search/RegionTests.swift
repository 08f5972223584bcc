import CairnGeo
import CairnTasks
import Testing

@testable import CairnOffline

/// Settlements of one name in several regions, and regions whose codes are other words as well.
@Suite(.timeLimit(.minutes(10)))
struct RegionTests {
    private static let shared = Result {
        try BuiltLocator(
            """
            number,street,city,state,country,postcode,lon,lat
            12,Oak Ave,Salem,MS,US,39601,-90.4,31.5
            14,Oak Ave,Salem,LA,US,70601,-92.0,30.9
            104,Maple Ave,Salem,OR,US,97301,-123.0,44.9
            11,Maple Ave,Salem,FL,US,33101,-82.0,28.9
            412,Franklin Ct,Newark,NJ,US,07102,-74.17,40.74
            404,Franklin Ct,Hempstead,NY,US,11550,-73.62,40.7
            5,Elm St,North Fork,MN,US,56000,-94,45
            7,Rue de la Paix,Salem,MS,US,39601,-90.41,31.5
            9,Market St NE,Salem,OR,US,97301,-123.01,44.9
            3,Cedar St,Omaha,NE,US,68101,-95.9,41.2
            3,Cedar St,Omaha,AR,US,72662,-93.2,36.4
            14,Main St,Northeast,MD,US,21901,-75.9,39.6
            12,Rose Ln,West,TX,US,76691,-97.1,31.8
            12,Rose Ln,West Fork,AR,US,72774,-94.1,35.9
            22,Market Dr,Denver,CO,US,80201,-105,39.7
            100,Oak Main St,Oxford,NC,US,27565,-78.6,36.3
            100,N Oak Main St,Oxford,OH,US,45056,-84.7,39.5
            5,Pine St,Abbeville,LA,US,70510,-92.1,29.9
            5,Pine St,Abbeville,AL,US,36310,-85.2,31.5

            """,
            """
            name,alternate_names,admin1,country,population,lon,lat
            New York City,NY|New York,New York,US,8000000,-74.0,40.7
            Jersey City,,New Jersey,US,290000,-74.07,40.72
            Georgetown,,Delaware,US,7000,-75.38,38.69
            Georgetown,,Demerara,GY,235000,-58.15,6.8

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
        ("14 Oak Ave, Salem, LA", "LA"), ("14 Oak Ave, Salem LA 70601", "LA"), ("Georgetown, DE", "Delaware"),
        ("Georgetown DE", "Delaware"),
        ("11 Maple Ave, Salem, FL 33101", "FL"), ("12 Oak Ave, Salem, MS 39601", "MS"), ("7 Rue de la Paix, Salem, MS", "MS"),
        ("9 Market St NE, Salem", "OR"), ("3 Cedar St, Omaha, NE", "NE"), ("404 Franklin Ct, Hempstead, NY", "NY"),
        ("412 Franklin Ct, Newark, NJ", "NJ"), ("14 Main St, Northeast 21901", "MD"), ("14 Main St Northeast MD 21901", "MD"),
        ("12 Rose Ln, West TX", "TX"), ("12 Rose Ln West TX 76691", "TX"), ("22 Market Dr, Denver, CO 80201", "CO"),
        ("22 Market Dr Denver CO 80201", "CO"),
        ("100 N Oak Main St", "OH"), ("100 North Oak Main St", "OH"), ("5 Pine St, Abbeville LA USA", "LA"),
        ("Georgetown DE USA", "Delaware"),
    ])
    func `a region is told by its code`(text: String, region: String) async throws {
        let first = try #require(try await first(text))
        #expect(first.score >= 95 && first.attributes["Region"]?.text == region, "\(first.label) \(first.score)")
    }

    @Test(arguments: [
        ("12 Oak Ave, Salem, LA", "MS"), ("104 Maple Ave, Salem, FL 33101", "OR"), ("104 Maple Ave, Salem, MS 39601", "OR"),
        ("412 Franklin Ct, Newark, NY", "NJ"), ("412 Franklin Ct, New York, NY", "NJ"), ("412 Franklin Ct, NY", "NJ"),
        ("412 Franklin Ct, Newrk, NY", "NJ"),
        ("5 N Elm St, Zwoxqville", "MN"), ("3 Cedar St, Omaha, DE", "AR"),
        ("Jersey City, NY", "New Jersey"), ("Jersey City, New York", "New Jersey"), ("412 Franklin Ct, Newark, New York", "NJ"),
    ])
    func `what lies in another region, or in another settlement, is no answer`(text: String, region: String) async throws {
        let first = try await first(text)
        #expect(
            first == nil || first!.score < 60 || first!.attributes["Region"]?.text != region, "\(first!.label) \(first!.score)")
    }
}
