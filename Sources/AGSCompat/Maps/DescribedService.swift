import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Synchronization

/// What a service says of itself, such as one that draws maps.
final class DescribedService: Loadable {
    let loader = Loader()
    private let client: ServiceClient?
    private let json = Mutex<JSONValue?>(nil)

    /// - Parameter client: The service; nil if there is no address.
    init(_ client: ServiceClient?) {
        self.client = client
    }

    convenience init(_ url: URL?, _ access: MapAccess) {
        self.init(url.map { ServiceClient(url: $0, transport: access.transport, credential: access.credential) })
    }

    var extent: Envelope? {
        let value = json.withLock(\.self)
        let box = ["fullExtent", "extent", "initialExtent"].lazy.compactMap { value?[$0] }.first
        return box.flatMap { try? Envelope(esriJSON: $0) }
    }

    @concurrent func performLoad() async throws {
        guard let client else { throw AGSError.runtime(.commonInvalidArgument, "The layer has no address that could be asked.") }
        let answer = try await client.call("", isRepeatable: true)
        guard answer.object != nil else {
            throw AGSError.runtime(.commonInvalidJSON, "\(client.url.absoluteString.printable()) does not describe a service.")
        }
        json.withLock { $0 = answer }
    }
}

/// How the services of a map are asked.
struct MapAccess: Sendable {
    var transport: any HTTPTransport = .standard
    var credential: (any Credential)?

    init() {}

    /// As the portal is asked; as anything is where there is none.
    init(_ portal: AGSPortal?) {
        guard let client = portal?.portal.client else { return }
        (transport, credential) = (client.transport, client.credentials)
    }
}
