import CairnCore
public import Foundation
import Synchronization

/// A route layer of a network service of ArcGIS as the backend of a ``RouteTask``.
public struct RouteService: RouteBackend {
    package let client: ServiceClient
    private let metadata = Metadata()

    /// What the service said of itself. Answers are read by it.
    private final class Metadata: Sendable {
        let info = Mutex<RouteTaskInfo?>(nil)
    }

    /// A layer at `…/NAServer/<layer>`.
    public init(_ client: ServiceClient) { self.client = client }

    /// Reads what the layer can do, and how one may move.
    @concurrent
    public func loadInfo() async throws -> RouteTaskInfo {
        let answer = AnswerPart(try await client.call("", isRepeatable: true), of: client.url)
        var info = try RouteTaskInfo(answer)
        if info.travelModes.isEmpty { try await addTravelModes(to: &info) }
        metadata.info.withLock { [info] in $0 = info }
        return info
    }

    /// Newer services tell them with the rest, older ones when they are asked, and those of before know of none.
    private func addTravelModes(to info: inout RouteTaskInfo) async throws {
        let operation = "retrieveTravelModes"
        do {
            let answer = try await client.call(operation, isRepeatable: true)
            try info.add(AnswerPart(answer, of: client.url.appending(path: operation)))
        } catch is ServiceError {}
    }

    /// Finds routes.
    @concurrent
    public func solve(_ parameters: RouteParameters) async throws -> RouteResult {
        let answer = try await client.call("solve", RouteWire.fields(of: parameters), isRepeatable: true)
        let info = metadata.info.withLock(\.self) ?? RouteTaskInfo()
        return try RouteAnswer(AnswerPart(answer, of: client.url.appending(path: "solve")), parameters, info).result()
    }
}

extension RouteTask {
    /// A task on a route layer, such as `…/rest/services/World/NAServer/Route_World`.
    ///
    /// - Parameters:
    ///   - url: The layer.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking, if the service wants to know.
    public convenience init(url: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil) {
        self.init(backend: RouteService(ServiceClient(url: url, transport: transport, credential: credential)))
    }
}
