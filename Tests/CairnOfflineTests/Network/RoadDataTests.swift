import CairnGeo
import Foundation
import Testing

@testable import CairnOffline

/// Networks of real towns, against shortest times that somebody else has found.
@Suite(.timeLimit(.minutes(10)))
struct RoadDataTests {
    private static func source(_ town: String) -> RoadNetworkBuilder.Source {
        let folder = RealData.folder.appending(path: "roads/\(town)")
        return .tables(nodes: folder.appending(path: "nodes.csv"), edges: folder.appending(path: "edges.csv"))
    }

    @Test(arguments: ["autauga", "porto"])
    func `every shortest time is the known one`(_ town: String) async throws {
        guard RealData.has("roads/\(town)") else { return }
        var builder = RoadNetworkBuilder(name: town)
        builder.kinds = [.drivingTime]
        let network = try await BuiltNetwork(Self.source(town), builder).image.network(.drivingTime)
        let rows = try RealData.rows("roads/\(town)/shortest-times.csv")
        #expect(rows.count == 250)
        for row in rows {
            let (from, to) = (try #require(UInt32(row["from"] ?? "")), try #require(UInt32(row["to"] ?? "")))
            #expect(try network.probe(from: from, to: to).cost == UInt32(row["shortest_ms"] ?? ""), "\(from) to \(to)")
        }
    }
}
