import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

/// Streets of random lines: which of them cross, and where, is reckoned here in another way.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct IntersectionTests {
    private struct Street {
        let name: String
        let line: [Position]
    }

    private let streets: [Street]
    private let locator: BuiltLocator

    init() throws {
        var random = FixedRandom(seed: 11)
        let names = [
            "Alder", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gum", "Hazel", "Ivy", "Juniper", "Katsura", "Larch", "Maple",
            "Nutmeg", "Oak", "Pine",
        ]
        var streets: [Street] = []
        for name in names {
            var place = (Double.random(in: 0...0.02, using: &random), Double.random(in: 0...0.02, using: &random))
            let line = (0..<5).map { _ in
                place = (
                    place.0 + Double.random(in: -0.004...0.008, using: &random),
                    place.1 + Double.random(in: -0.004...0.008, using: &random)
                )
                return Position(x: -89.7 + place.0, y: 39.8 + place.1)
            }
            streets.append(Street(name: name + " Rd", line: line))
        }
        self.streets = streets
        var rows = "from;to;street;city;geometry\n"
        for street in streets {
            for (index, (a, b)) in zip(street.line, street.line.dropFirst()).enumerated() {
                rows +=
                    "\(index * 100 + 1);\(index * 100 + 99);\(street.name);Springfield;LINESTRING(\(a.x) \(a.y), \(b.x) \(b.y))\n"
            }
        }
        locator = try BuiltLocator(rows)
    }

    /// How near two lines come, by points along them a metre apart.
    private func gap(_ one: Street, _ other: Street) -> Double {
        let scale = (x: cos(39.8 * .pi / 180) * 111_320, y: 111_030.0)
        func points(_ line: [Position]) -> [(Double, Double)] {
            zip(line, line.dropFirst()).flatMap { a, b in
                (0..<200).map { step in
                    let t = Double(step) / 200
                    return ((a.x + (b.x - a.x) * t) * scale.x, (a.y + (b.y - a.y) * t) * scale.y)
                }
            }
        }
        var best = Double.infinity
        let others = points(other.line)
        for (x, y) in points(one.line) { for (u, v) in others { best = min(best, (x - u) * (x - u) + (y - v) * (y - v)) } }
        return best.squareRoot()
    }

    private static let forms = [
        "%1 & %2", "%1 and %2", "%1 / %2", "%1/%2", "%1 at %2", "%1 @ %2", "corner of %1 and %2",
        "Intersection of %1 & %2, Springfield", "%1 + %2, Springfield",
    ]

    @Test func `those that cross are found where they do, once for each crossing, and no others`() async throws {
        var parameters = GeocodeParameters()
        parameters.resultAttributeNames = ["Addr_type"]
        var (crossing, apart) = (0, 0)
        for (index, one) in streets.enumerated() {
            for other in streets[(index + 1)...] {
                await Task.yield()
                let gap = gap(one, other)
                // Within the steps of the points it cannot be told here.
                if abs(gap - 30) < 8 { continue }
                let form = Self.forms[(index + crossing) % Self.forms.count]
                let text = form.replacing("%1", with: one.name).replacing("%2", with: other.name)
                let found = try await locator.task.geocode(forSearchText: text, using: parameters).filter {
                    $0.attributes["Addr_type"] == "StreetInt"
                }
                if gap > 30 {
                    #expect(found.isEmpty, "\(text) \(gap)")
                    apart += 1
                } else {
                    #expect(found.first?.score == 100, "\(text) \(gap)")
                    crossing += 1
                    for result in found {
                        for street in [one, other] {
                            let nearest = AddressLine(street.line).nearest(to: result.location!.position).place
                            #expect(Geodesic.distance(from: nearest, to: result.location!.position) < 16)
                        }
                    }
                    for (place, result) in found.enumerated() {
                        for next in found[(place + 1)...] {
                            #expect(Geodesic.distance(from: result.location!.position, to: next.location!.position) > 40)
                        }
                    }
                }
            }
        }
        #expect(crossing > 20 && apart > 20)
    }

    @Test func `streets that do not cross are lowered before answers are counted`() throws {
        let rows =
            "1;99;Alder Rd;Springfield;LINESTRING(-89.7 39.8, -89.71 39.8)\n1;99;Oak Rd;Springfield;LINESTRING(-89.5 39.9, -89.51 39.9)\n1;99;County Road 5;Springfield;LINESTRING(-89.3 39.9, -89.31 39.9)\n"
        let locator = try BuiltLocator(
            "from;to;street;city;geometry\n" + rows,
            "number,street,city,lon,lat\n5,Alder Rd,Salem,-89.6,39.7\n7,Oak Rd,Salem,-89.6,39.75\n")
        let engine = try LocatorEngine(locator.url)
        for text in ["Alder Rd & Oak Rd", "Alder Rd and Oak Rd, Springfield", "Alder Rd & County Road 5, Springfield"] {
            let all = try engine.geocode(text, LocatorFilter()).candidates
            #expect(!all.isEmpty && all.allSatisfy { $0.score <= 70 || $0.kind != .street }, "\(text)")
            var filter = LocatorFilter()
            filter.limit = 1
            #expect(try engine.geocode(text, filter).candidates.map(\.score) == all.prefix(1).map(\.score), "\(text)")
            filter = LocatorFilter()
            filter.minimumScore = 60
            #expect(try engine.geocode(text, filter).candidates.map(\.score) == all.map(\.score).filter { $0 >= 60 }, "\(text)")
        }
    }

    @Test func `the number of a road that crosses is no house's`() throws {
        let lines =
            "1;199;County Road 104;LINESTRING(-86.46 32.57, -86.45 32.57)\n1;199;County Road 107;LINESTRING(-86.455 32.56, -86.455 32.58)\n1;199;Oak Rd;LINESTRING(-86.2 32.9, -86.21 32.9)\n"
        let locator = try BuiltLocator("from;to;street;geometry\n" + lines, "number,street,lon,lat\n107,Elm St,10,50\n")
        let engine = try LocatorEngine(locator.url)
        for text in ["County Road 104 & County Road 107", "County Rd 107 and County Rd 104", "Co Rd 104 / Co Rd 107"] {
            let best = try #require(try engine.geocode(text, LocatorFilter()).candidates.first)
            #expect(best.crossing != nil && best.score == 100, "\(text)")
        }
        for text in ["Oak Rd & County Road 107", "County Road 104 & Oak Rd"] {
            let best = try #require(try engine.geocode(text, LocatorFilter()).candidates.first)
            #expect(best.house == nil || best.score < 60, "\(text) \(best.score)")
        }
    }

    @Test func `a street whose name has an "and" is a street`() async throws {
        let locator = try BuiltLocator("number,street,lon,lat\n5,Rose and Crown Ln,10,50\n7,Rose St,11,51\n")
        #expect(try await locator.task.geocode(forSearchText: "5 Rose and Crown Ln").first?.label == "5 Rose and Crown Ln")
        #expect(try await locator.task.geocode(forSearchText: "Rose and Crown Ln").first?.label == "Rose and Crown Ln")
    }
}
