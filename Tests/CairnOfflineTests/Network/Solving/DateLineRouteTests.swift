import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

struct DateLineRouteTests {
    @Test func `a route over the date line goes the short way, and is drawn in two`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (nodes, edges) = (folder.appending(path: "nodes.csv"), folder.appending(path: "edges.csv"))
        try Data("id,lon,lat\n1,179.998,0\n2,-179.996,0\n3,-179.996,0.01\n".utf8).write(to: nodes)
        try Data("from,to,millimetres,milliseconds,name\n1,2,668000,66800,A Street\n2,3,1105740,110574,B Street\n".utf8)
            .write(to: edges)
        let built = try await BuiltNetwork(.tables(nodes: nodes, edges: edges))
        let task = RouteTask(fileURL: built.url)
        var asked = try await task.makeDefaultParameters()
        asked.stops = [(179.999, 0.0001), (-179.996, 0.005)].map { Stop(point: MapPoint(latitude: $0.1, longitude: $0.0)) }
        (asked.returnsDirections, asked.returnsStops) = (true, true)
        let route = try #require(try await task.solveRoute(using: asked).routes.first)
        #expect(abs(route.lengthInMeters - 1109.5) < 1 && abs(route.totalTime - 110.95) < 0.2)
        #expect(route.geometry?.paths.map(\.count) == [2, 3])
        #expect(
            route.geometry?.paths.allSatisfy { path in zip(path, path.dropFirst()).allSatisfy { abs($0.x - $1.x) < 1 } } == true)
        #expect(
            route.directionManeuvers.map(\.text) == [
                "Start at Location 1", "Go east on A Street", "Turn left onto B Street", "Arrive at Location 2",
            ])
        #expect(abs((route.stops[0].distanceToNetworkLocation ?? 0) - 11.06) < 0.1)
    }
}
