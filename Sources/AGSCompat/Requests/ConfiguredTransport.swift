import CairnTasks
import Foundation
import Synchronization

/// Sends requests as a configuration wants them sent: its own; while it has none that of the one within it, or the global one.
final class ConfiguredTransport: AmendingTransport {
    private let transport: any HTTPTransport
    private let own = Mutex<SettingsBox?>(nil)

    /// - Parameter transport: What sends them; what is set here changes nothing of it.
    init(_ transport: any HTTPTransport = .standard) { self.transport = transport }

    /// Sends as another does until something is set; that itself if it is one of Cairn's, which nothing here counts for.
    static func within(_ other: any HTTPTransport) -> any HTTPTransport {
        other is ConfiguredTransport ? ConfiguredTransport(other) : other
    }

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

    /// What counts now, and what sends it: what is set here is in place of what the one within was told. Nil is as that says.
    private var way: (settings: RequestSettings?, next: any HTTPTransport) {
        let own = own.withLock { $0 }
        if own == nil, transport is ConfiguredTransport { return (nil, transport) }
        return ((own ?? AGSRequestConfiguration.globalBox).value, carrier)
    }
    /// What sends without anything that was set here or within.
    private var carrier: any HTTPTransport { (transport as? ConfiguredTransport)?.carrier ?? transport }

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
