import CairnTasks
import Foundation
import Synchronization

/// Sends requests as a configuration wants them sent: its own, or the global one while it has none.
final class ConfiguredTransport: AmendingTransport {
    private let transport: any HTTPTransport
    private let own = Mutex<SettingsBox?>(nil)

    init(_ transport: any HTTPTransport = .standard) { self.transport = transport }

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

    /// What counts now.
    var settings: RequestSettings { (own.withLock { $0 } ?? AGSRequestConfiguration.globalBox).value }

    @concurrent
    func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws -> HTTPResponseStream {
        let settings = settings
        let request = Self.applied(settings, to: request)
        settings.log.tell(of: request)
        let answer = try await transport.stream(request, sent: sent)
        settings.log.tell(of: answer, to: request)
        return answer
    }

    func amended(_ request: HTTPRequest) -> HTTPRequest { transport.outgoing(Self.applied(settings, to: request)) }

    private static func applied(_ settings: RequestSettings, to request: HTTPRequest) -> HTTPRequest {
        settings.applied(to: request, agent: AGSRequestConfiguration.additionalUserAgentInfo())
    }
}
