import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)), .serialized)
struct HouseTests {
    private func attributes(_ locator: BuiltLocator, _ text: String) async throws -> (score: Double, [String: AttributeValue]) {
        var parameters = GeocodeParameters()
        parameters.resultAttributeNames = ["*"]
        let best = try await locator.task.geocode(forSearchText: text, using: parameters).first
        return (best?.score ?? 0, best?.attributes ?? [:])
    }

    @Test func `of one number under several post codes, cities and units the one is found that is named`() async throws {
        var rows = "number,street,unit,city,postcode,lon,lat\n"
        for index in 0..<60 {
            rows +=
                "\(index % 3 + 1),Ring Rd,Apt \(index % 4 + 1),City \("ABCDE".dropFirst(index / 12).first!),\(21200 + index / 6),\(10 + Double(index) * 0.001),50\n"
        }
        let locator = try BuiltLocator(rows)
        for index in 0..<60 {
            let (number, unit, city, postal) = (
                index % 3 + 1, index % 4 + 1, "City \("ABCDE".dropFirst(index / 12).first!)", 21200 + index / 6
            )
            let (score, found) = try await attributes(locator, "Apt \(unit), \(number) Ring Rd, \(city) \(postal)")
            #expect(
                score >= 99 && found["AddNum"] == .string("\(number)") && found["Postal"] == .string("\(postal)")
                    && found["City"] == .string(city))
            #expect(found["Unit"]?.text.lowercased() == "apt \(unit)")
        }
        let (score, _) = try await attributes(locator, "1 Ring Rd, City A 21299")
        #expect(score < 90)
    }

    @Test(arguments: [
        ("Apt 5, 6 Floraweg", "6", "apt 5"), ("6 Floraweg #5", "6", "# 5"), ("2nd Floor, 6 Floraweg", "6", "floor 2"),
        ("Suite 200 6 Floraweg", "6", "suite 200"),
        ("No. 6 Floraweg", "6", ""), ("Nr. 6, Floraweg", "6", ""), ("#6 Floraweg", "6", ""), ("12A Floraweg", "12A", ""),
        ("12 a Floraweg", "12A", ""), ("12-A Floraweg", "12A", ""),
        ("131 1/2 Floraweg", "131 1/2", ""), ("131-1/2 Floraweg", "131 1/2", ""), ("131½ Floraweg", "131 1/2", ""),
        ("12-14 Floraweg", "12-14", ""), ("N6W23001 Floraweg", "N6W23001", ""),
        ("Floraweg 6", "6", ""), ("Floraweg 12a", "12A", ""), ("72 rear Floraweg", "72 REAR", ""),
    ])
    func `numbers and flats are understood as they are written`(text: String, number: String, unit: String) async throws {
        let numbers = ["6", "5", "12", "12A", "131", "131 1/2", "12-14", "N6W23001", "200", "72", "72 rear"]
        let rows = numbers.enumerated().map { "\($1),Floraweg,\(9.5 + Double($0) * 0.001),47" }.joined(separator: "\n")
        let locator = try BuiltLocator("number,street,lon,lat\n" + rows)
        let (score, found) = try await attributes(locator, text)
        #expect(found["AddNum"] == .string(number) && found["Unit"]?.text.lowercased() == unit, "\(found)")
        #expect(score > 95)
    }

    @Test func `what is not there falls back, step by step, and says so`() async throws {
        let locator = try BuiltLocator(
            "number,street,city,postcode,lon,lat\n"
                + [10, 12, 20, 11, 21].map { "\($0),Long Ln,Dorking,RH4,\(-0.33 + Double($0) * 1e-4),51.23" }.joined(
                    separator: "\n"),
            "name,country,population,lon,lat\nDorking,GB,17098,-0.33,51.23\n")
        let steps = [
            ("12 Long Ln, Dorking RH4", "PointAddress", "12"), ("14 Long Ln, Dorking", "StreetAddressExt", "12"),
            ("15 Long Ln, Dorking", "StreetAddressExt", "11"), ("Long Ln, Dorking", "StreetName", ""),
            ("14 Zwoxq Ln, RH4", "Postal", ""), ("14 Zwoxq Street, Dorking", "Locality", ""), ("RH4", "Postal", ""),
            ("Dorking", "Locality", ""),
        ]
        for (text, type, number) in steps {
            let (score, found) = try await attributes(locator, text)
            #expect(found["Addr_type"] == .string(type) && found["AddNum"] == .string(number), "\(text): \(found)")
            #expect(
                text.contains("Zwoxq") ? score < 70 : type == "StreetAddressExt" ? score < 90 : score == 100, "\(text): \(score)")
        }
    }

    @Test func `an ordinal is not another one with a letter less`() async throws {
        let rows = (1...40).map { "\($0 + 100),\(OrdinalPhrase.text($0)) Street,New York,\(-74 + Double($0) * 0.001),40.7" }
            .joined(separator: "\n")
        let locator = try BuiltLocator("number,street,city,lon,lat\n" + rows)
        let words = [1: "First", 2: "Second", 12: "Twelfth", 21: "Twenty-First", 40: "Fortieth"]
        for number in 1...40 {
            let forms = ["\(OrdinalPhrase.text(number)) St", "\(number) Street", words[number].map { "\($0) Street" }].compactMap(
                \.self)
            for form in forms {
                let (score, found) = try await attributes(locator, "\(number + 100) \(form), New York")
                #expect(found["StName"] == .string("\(OrdinalPhrase.text(number)) Street") && score > 90, "\(form)")
            }
            let (_, found) = try await attributes(locator, "999 \(OrdinalPhrase.text(number)) St, New York")
            #expect(found["StName"] == .string("\(OrdinalPhrase.text(number)) Street"))
        }
    }

    @Test func `a street reaches as far as its segments do`() async throws {
        let rows = (0..<9).map {
            "\($0 * 100 + 1);\($0 * 100 + 99);Long Rd;LINESTRING(\(10 + Double($0) * 0.01) 50, \(10.01 + Double($0) * 0.01) 50.001)"
        }
        let locator = try BuiltLocator("from;to;street;geometry\n" + rows.shuffled().joined(separator: "\n"))
        let extent = try #require(try await locator.task.geocode(forSearchText: "Long Rd").first?.extent)
        #expect(abs(extent.xMin - 9.995) < 1e-6 && abs(extent.xMax - 10.095) < 1e-6)
    }

    @Test func `another type is one, also if a settlement is called so`() throws {
        let locator = try BuiltLocator(
            "number,street,city,state,country,lon,lat\n2403,Park Road,Auburn,ME,US,-70.24,44.09\n5,Elm St,Dr,ME,US,-70.4,44.3\n")
        let best = try #require(
            try LocatorEngine(locator.url).geocode("2403 Park Dr, Auburn, ME", LocatorFilter()).candidates.first)
        #expect(best.house != nil && best.score > 70, "\(best.score)")
    }
}
