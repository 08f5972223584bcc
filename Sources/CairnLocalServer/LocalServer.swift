import CairnCore
public import CairnTasks
public import Foundation
import Synchronization

/// The ArcGIS REST surface over local data: on loopback HTTP, or in this process as a transport.
///
/// ```swift
/// import CairnOffline
///
/// let server = LocalServer(locators: ["Town": LocatorTask(fileURL: file)])
/// let url = try await server.start()                       // http://127.0.0.1:49152
/// let locator = LocatorTask(url: server.url(of: "Town", .geocodeServer, at: url))
/// // …
/// await server.stop()
/// ```
///
/// It answers any client of such services, and can be told to fail in every way a real server does; see ``Fault``. It
/// listens on 127.0.0.1 only and is no server for the open network.
public final class LocalServer: HTTPTransport {
    /// Kinds of service.
    public enum Kind: String, Sendable {
        /// Addresses and places.
        case geocodeServer = "GeocodeServer"
    }

    /// The faults to show.
    public let faults = FaultPlan()
    let directory: ServicesDirectory
    let tokens: TokenAuthority?
    private let time: ElapsedTime
    let limits: ServerLimits
    let access: ServerAccess
    #if os(Linux) || os(macOS)
        let running = Mutex<HTTPServer?>(nil)
    #endif
    private let answered = Atomic(0)

    /// A server of locators by name; `"Folder/Name"` puts one into a folder.
    ///
    /// - Parameters:
    ///   - locators: What is served, by the services' names.
    ///   - users: Passwords by user names. If there are any, services want tokens.
    ///   - limits: What is borne of clients.
    ///   - access: Which pages may ask, and under which names.
    ///   - clock: What delays are counted by.
    public init(
        locators: [String: LocatorTask], users: [String: String] = [:], limits: ServerLimits = ServerLimits(),
        access: ServerAccess = ServerAccess(), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.limits = limits
        self.access = access
        directory = ServicesDirectory(locators.mapValues { GeocodeService($0) }, wantsTokens: !users.isEmpty)
        tokens = users.isEmpty ? nil : TokenAuthority(users: users)
        time = ElapsedTime(clock)
    }

    deinit {
        #if os(Linux) || os(macOS)
            running.withLock(\.self)?.abandon()
        #endif
    }

    /// The address of a service under a server's address.
    public func url(of name: String, _ kind: Kind, at server: URL) -> URL {
        server.appending(path: "arcgis/rest/services/\(name)/\(kind.rawValue)")
    }

    /// How many requests have been answered, faults included.
    public var requestCount: Int { answered.load(ordering: .relaxed) }

    /// Refuses every token issued so far.
    public func expireTokens() {
        tokens?.expireAll()
    }

    /// Answers a request in this process, faults included.
    @concurrent
    public func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws -> HTTPResponseStream {
        try await InProcessExchange(request, sent: sent).stream { request in
            try await self.answer(to: ServiceRequest(request)).reply.stream(for: request)
        }
    }

    /// The answer; nil stands for a request whose address cannot be decoded.
    func answer(to request: ServiceRequest?) -> HTTPAnswer {
        answered.add(1, ordering: .relaxed)
        guard let request else { return .ready(.refusal(404, "The address cannot be decoded.")) }
        guard let fault = faults.next(for: request.operation) else { return answer(request) }
        return .later { await self.reply(to: request, showing: fault) }
    }

    private func reply(to request: ServiceRequest, showing fault: Fault) async -> HTTPReply {
        switch fault {
        case .drop: return .drop
        case .hang:
            try? await time.sleep(for: .seconds(1 << 40))
            return .drop
        case .delay(let duration):
            try? await time.sleep(for: duration)
            return await answer(request).reply
        case .truncate(let count): return await answer(request).reply.truncated(to: count)
        case .expiredToken: return .response(ServiceFailure.invalidToken.response(request))
        case .serviceError(let code, let message):
            return .response(ServiceFailure(code: code, message: message).response(request))
        case .status(let status, let retryAfter):
            let headers = ["content-type": "text/html"].merging(retryAfter.map { ["retry-after": "\($0)"] } ?? [:]) { $1 }
            let body = Data("<html><body><h1>\(status) \(HTTPURLResponseText.reason(status))</h1></body></html>".utf8)
            return .response(HTTPResponse(status: status, headers: headers, body: body))
        }
    }

    private func answer(_ request: ServiceRequest) -> HTTPAnswer {
        do {
            if request.operation.lowercased() == "generatetoken", let tokens {
                return .ready(.response(ServiceAnswer(try tokens.issue(request)).response(request)))
            }
            if request.isBelowServices { try tokens?.check(request) }
            switch try directory.find(request) {
            case .page(let answer): return .ready(.response(answer.response(request)))
            case .service(let service, let path):
                return .later {
                    do {
                        return .response(try await service.answer(path, request).response(request))
                    } catch {
                        return .response(ServiceFailure(error).response(request))
                    }
                }
            }
        } catch {
            return .ready(.response(ServiceFailure(error).response(request)))
        }
    }
}
