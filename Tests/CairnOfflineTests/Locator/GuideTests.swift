import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

/// The table of Docs/Geocoding.md that shows what is understood: what it says of answers, types and scores is so.
@Suite(.timeLimit(.minutes(10)))
struct GuideTests {
    private static let addresses = """
        number,street,city,state,country,postcode,lon,lat
        12,North Main Street,Springfield,IL,US,62701,-89.6500,39.8000
        12A,North Main Street,Springfield,IL,US,62701,-89.6501,39.8001
        14,North Main Street,Springfield,IL,US,62701,-89.6499,39.8003
        12,South Main Street,Springfield,IL,US,62703,-89.6500,39.7800
        150,Elm Road,Springfield,IL,US,62704,-89.6421,39.7990
        131 1/2,Grove Street,Springfield,IL,US,62701,-89.6400,39.7900
        201,West 14th Street,Springfield,IL,US,62701,-89.6450,39.7950
        201,West 13th Street,Springfield,IL,US,62701,-89.6450,39.7940
        7,Landstrasse,Vaduz,,LI,9490,9.5170,47.1410
        3,Rue de l'Église,Montréal,QC,CA,H2X,-73.5600,45.5000
        """
    private static let ranges = """
        from;to;street;city;state;country;geometry
        100;198;Oak Avenue;Springfield;IL;US;LINESTRING(-89.6600 39.8100, -89.6400 39.8100)
        2;98;Fir Lane;Springfield;IL;US;LINESTRING(-89.6500 39.8050, -89.6500 39.8150)
        500;598;State Highway 14;Springfield;IL;US;LINESTRING(-89.7000 39.8100, -89.7000 39.8200)
        """
    private static let places = """
        name,admin1,country,population,alternate_names,lon,lat
        Paris,Île-de-France,FR,2138551,Parigi|パリ,2.3488,48.8534
        Paris,Texas,US,24171,,-95.5555,33.6609
        Springfield,Illinois,US,116250,,-89.6437,39.8017
        Springfield,Massachusetts,US,153060,,-72.5898,42.1015
        New York City,New York,US,8175133,NYC|New York,-74.0060,40.7143
        München,Bavaria,DE,1260391,Munich|Muenchen,11.5755,48.1374
        Tokyo,Tokyo,JP,8336599,東京|Tōkyō,139.6917,35.6895
        """

    private static let guide = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Docs/Geocoding.md")
        .standardizedFileURL

    @Test func `every example is answered as the guide says`() async throws {
        let locator = try BuiltLocator(Self.addresses, Self.ranges, Self.places)
        var parameters = GeocodeParameters()
        parameters.resultAttributeNames = ["Addr_type"]
        var rows = 0
        for line in try String(contentsOf: Self.guide, encoding: .utf8).split(separator: "\n")
        where line.hasPrefix("| `") && line.hasSuffix(" |") {
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            guard cells.count == 4, let score = Double(cells[3]) else { continue }
            rows += 1
            for query in cells[0].split(separator: "`").filter({ $0 != ", " }) {
                let best = try await locator.task.geocode(forSearchText: String(query), using: parameters).first
                let found = best.map { "\($0.label) | \($0.attributes["Addr_type"]?.text ?? "")" } ?? "nothing | "
                #expect(found == "\(cells[1]) | \(cells[2])", "\(query)")
                #expect(abs((best?.score ?? 0) - score) <= 0.5, "\(query): \(best?.score ?? 0)")
            }
        }
        #expect(rows > 20)
    }
}
