import CairnTasks
import Foundation
import Synchronization

/// Sends requests as a configuration wants them sent: its own; while it has none as another transport does, or as the global one wants.
final class ConfiguredTransport: AmendingTransport {
    private let transport: any HTTPTransport
    /// Whether the transport sends as it was told elsewhere while nothing is said here.
    private let isAnothers: Bool
    private let own = Mutex<SettingsBox?>(nil)

    init(_ transport: any HTTPTransport = .standard) { (self.transport, isAnothers) = (transport, false) }

    /// Sends as another does, for whom what is set here counts for nothing.
    init(as other: any HTTPTransport) { (transport, isAnothers) = (other, true) }

    private init(copying other: ConfiguredTransport) {
        (transport, isAnothers) = (other.transport, other.isAnothers)
        configuration = other.configuration
    }

    /// Sends as this one does now: what is set of one changes nothing of the other.
    func copied() -> ConfiguredTransport { ConfiguredTransport(copying: self) }

    var configuration: AGSRequestConfiguration? {
        get { own.withLock { $0 }.map(AGSRequestConfiguration.init) }
        set {
            let former = own.withLock { own in
                defer { own = newValue?.box }
                return own
            }
            withExtendedLifetime(former) {}
        }
    }

    /// What counts now, and what sends it: what is set here is in place of what another was told. Nil is as that says.
    private var way: (settings: RequestSettings?, next: any HTTPTransport) {
        let own = own.withLock { $0 }
        if own == nil, isAnothers { return (nil, transport) }
        return ((own ?? AGSRequestConfiguration.globalBox).value, carrier)
    }
    /// What sends without anything that was set here or elsewhere.
    private var carrier: any HTTPTransport { (isAnothers ? transport as? ConfiguredTransport : nil)?.carrier ?? transport }

    @concurrent
    func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws -> HTTPResponseStream {
        let way = way
        guard let settings = way.settings else { return try await transport.stream(request, sent: sent) }
        let request = Self.applied(settings, to: request)
        settings.log.tell(of: request)
        let answer = try await way.next.stream(request, sent: sent)
        settings.log.tell(of: answer, to: request)
        return answer
    }

    func amended(_ request: HTTPRequest) -> HTTPRequest {
        let way = way
        return way.next.outgoing(way.settings.map { Self.applied($0, to: request) } ?? request)
    }

    private static func applied(_ settings: RequestSettings, to request: HTTPRequest) -> HTTPRequest {
        settings.applied(to: request, agent: AGSRequestConfiguration.additionalUserAgentInfo())
    }
}
