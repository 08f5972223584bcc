import CairnCore
import Foundation
import Synchronization

/// A layer of a network service: reads what it is, and asks it.
struct NetworkLayer<Info: NetworkLayerInfo>: Sendable {
    /// The layer.
    let client: ServiceClient
    private let metadata = Metadata()

    /// What the service said of itself. Questions and answers are written and read by it.
    private final class Metadata: Sendable {
        let network = Mutex<NetworkInfo?>(nil)
    }

    init(_ client: ServiceClient) { self.client = client }

    /// What was read last.
    var network: NetworkInfo { metadata.network.withLock(\.self) ?? NetworkInfo() }

    /// Reads what the layer can do, and how one may move.
    func loadInfo() async throws -> Info {
        let answer = AnswerPart(try await client.call("", isRepeatable: true), of: client.url)
        var network = try NetworkInfo(answer, of: Info.layer)
        if network.defaultTravelMode == nil { try await addTravelModes(to: &network) }
        metadata.network.withLock { [network] in $0 = network }
        return try Info(answer, of: network)
    }

    /// Newer services tell them with the rest, older ones when they are asked, and those of before know of none. Any other trouble is that of the load, or
    /// it would be found without modes for good.
    private func addTravelModes(to network: inout NetworkInfo) async throws {
        let operation = "retrieveTravelModes"
        do {
            let answer = try await client.call(operation, isRepeatable: true)
            try network.add(AnswerPart(answer, of: client.url.appending(path: operation)))
        } catch let error as ServiceError where error.isRefusalOfQuestion {}
    }

    /// Asks for a solution, which changes nothing.
    func call(_ operation: String, _ fields: [String: String]) async throws -> AnswerPart {
        AnswerPart(try await client.call(operation, fields, isRepeatable: true), of: client.url.appending(path: operation))
    }
}
