import AGSCompat
import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// With stores of their own: that of all others is left alone.
@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct NetworkCredentialTests {
    private func transport(_ type: String) -> StubTransport {
        StubTransport { request in
            guard request.form["token"] == "abc" else { return .json(#"{"error":{"code":499,"message":"Token Required"}}"#) }
            return .json(
                #"{"layerName":"L","layerType":"esriNAServer\#(type)Layer","supportedTravelModes":[\#(RoutingTown.mode)]}"#)
        }
    }

    @Test func `networks are asked with the token that their task was given`() async throws {
        let (url, token) = (RoutingTown.url, AGSCredential(token: "abc", referer: nil))
        let route = AGSRouteTask(RouteTask(url: url, transport: transport("Route"), credential: CredentialStore()))
        let closest = AGSClosestFacilityTask(
            ClosestFacilityTask(url: url, transport: transport("ClosestFacility"), credential: CredentialStore()))
        let area = AGSServiceAreaTask(
            ServiceAreaTask(url: url, transport: transport("ServiceArea"), credential: CredentialStore()))
        await #expect(throws: (any Error).self) { try await done { route.load(completion: $0) } }
        (route.credential, closest.credential, area.credential) = (token, token, token)
        try await done { route.retryLoad(completion: $0) }
        try await done { closest.load(completion: $0) }
        try await done { area.load(completion: $0) }
        #expect(route.credential === token && route.routeTaskInfo().travelModes.count == 1)
    }

    @Test func `a file takes no credential, and keeps the one it is given`() async throws {
        let task = AGSRouteTask(databaseName: "nowhere", networkName: "")
        task.credential = AGSCredential(token: "abc", referer: nil)
        #expect(task.credential?.token == "abc" && task.url == nil)
    }

    @Test func `a utility network's services are asked with the token that it was given`() async throws {
        let usual = UtilityTown()
        let transport = StubTransport { request in
            guard request.form["token"] == "abc" else { return .json(#"{"error":{"code":499,"message":"Token Required"}}"#) }
            return try await usual.transport.send(request)
        }
        let network = AGSUtilityNetwork(UtilityNetwork(url: UtilityTown.url, transport: transport, credential: CredentialStore()))
        network.credential = AGSCredential(token: "abc", referer: nil)
        try await done { network.load(completion: $0) }
        #expect(network.definition.networkSources.count == 2)
    }
}
