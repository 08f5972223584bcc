import AGSCompat
import CairnCallbacks
import CairnLocalServer
import CairnOffline
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct RouteSampleTests {
    private let stops = [RoutingTown.point(0.001, 0.0001), RoutingTown.point(0.0045, 0.002)].map(AGSStop.init(point:))

    private func solved(_ controller: RouteViewController, _ task: AGSRouteTask) async -> AGSRouteResult? {
        (controller.routeTask, controller.stops) = (task, stops)
        let result = await withCheckedContinuation { continuation in
            controller.finished = { result in
                #expect(CallbackQueue.isMain)
                continuation.resume(returning: result.map(Carried.init))
            }
            controller.solve()
        }
        return result?.value
    }

    /// A server with the roads of a file.
    private func served() async throws -> (LocalServer, URL) {
        let server = LocalServer(networks: ["Town": PublishedNetwork(fileURL: try await RoutingTown.network())])
        let url = server.url(of: "Town", .naServer, at: try await server.start())
        return (server, url.appending(path: "Route"))
    }

    @Test func `the route sample of the page finds its way on a server over HTTP`() async throws {
        let (server, url) = try await served()
        let route = try #require(await solved(RouteViewController(), AGSRouteTask(url: url))?.routes.first)
        #expect(route.directionManeuvers.map(\.directionText).contains("Turn left onto North Street"))
        #expect(route.routeGeometry?.spatialReference == .webMercator() && route.totalTime > 0)
        await server.stop()
    }

    @Test func `the route sample of the page prints why there is no way`() async throws {
        let (server, url) = try await served()
        await server.stop()
        let controller = RouteViewController()
        controller.routeTask = AGSRouteTask(url: url)
        controller.solve()
        await RouteViewController.printed.wait()
    }

    @Test func `the route sample of the page finds its way on a road network in a file`() async throws {
        let file = try await RoutingTown.network()
        let task = AGSRouteTask(fileURLToDatabase: file, networkName: "Streets_ND")
        let route = try #require(await solved(RouteViewController(), task)?.routes.first)
        #expect(route.directionManeuvers.map(\.directionText).contains("Turn left onto North Street"))
        #expect(route.routeGeometry?.spatialReference == .webMercator())
    }

    @Test func `the route sample of the page asks a service for what it wants, once its parameters are there`() async throws {
        let town = RoutingTown(RoutingTown.recorded("solve_102100.json").map { ["solve": $0] } ?? [:])
        let result = try #require(await solved(RouteViewController(), town.task))
        #expect(result.routes.count == 1 && result.routes.first?.directionManeuvers.isEmpty == false)
        #expect(town.form["outSR"] == "102100" && town.form["returnDirections"] == "true")
        #expect(town.transport.requests.count == 2)
    }
}
