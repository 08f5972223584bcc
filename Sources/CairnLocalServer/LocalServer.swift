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
    public enum Kind: String, Sendable, CaseIterable {
        /// Addresses and places.
        case geocodeServer = "GeocodeServer"
        /// Features.
        case featureServer = "FeatureServer"
        /// Tools.
        case gpServer = "GPServer"
        /// Map images in tiles.
        case mapServer = "MapServer"
        /// Imagery in tiles.
        case imageServer = "ImageServer"
        /// Vector tiles.
        case vectorTileServer = "VectorTileServer"
        /// Routes, and what else is asked of a network.
        case naServer = "NAServer"
    }

    /// The faults to show.
    public var faults: FaultPlan { desk.faults }
    let desk: ServiceDesk
    let limits: ServerLimits
    let memory: AnswerMemory
    let access: ServerAccess
    #if os(Linux) || os(macOS)
        let running = Mutex<HTTPServer?>(nil)
    #endif

    /// A server of locators, features, tools, tiles and networks by name; `"Folder/Name"` puts one into a folder.
    ///
    /// - Parameters:
    ///   - locators: The locators that are served, by the services' names.
    ///   - features: The features that are served, by the services' names.
    ///   - tools: The tools that are served, by the services' names.
    ///   - portal: The portal that is served, as `…/sharing/rest`; nil for none.
    ///   - tiles: The tiles that are served, by the services' names.
    ///   - networks: The networks that are served, by the services' names.
    ///   - users: Passwords by user names. If there are any, services want tokens, and users of the portal are they.
    ///   - limits: What is borne of clients.
    ///   - access: Which pages may ask, and under which names.
    ///   - clock: What delays are counted by.
    public init(
        locators: [String: LocatorTask] = [:], features: [String: PublishedFeatures] = [:],
        tools: [String: PublishedTools] = [:], portal: PublishedPortal? = nil, tiles: [String: PublishedTiles] = [:],
        networks: [String: PublishedNetwork] = [:], users: [String: String] = [:], limits: ServerLimits = ServerLimits(),
        access: ServerAccess = ServerAccess(),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.limits = limits
        self.access = access
        let memory = AnswerMemory(limit: limits.unreadSize)
        self.memory = memory
        let services =
            locators.map { PublishedService($0.key, GeocodeService($0.value)) }
            + features.map { PublishedService($0.key, FeatureService($0.key, $0.value, memory)) }
            + tools.map { PublishedService($0.key, GeoprocessingService($0.key, $0.value)) }
            + tiles.map { PublishedService($0.key, $0.value.service(named: $0.key)) }
            + networks.map { PublishedService($0.key, NetworkService($0.key, $0.value)) }
        let directory = ServicesDirectory(services, wantsTokens: !users.isEmpty)
        let site = portal.map { PortalSite($0, users: Set(users.keys)) }
        desk = ServiceDesk(directory, site, users.isEmpty ? nil : TokenAuthority(users: users), clock)
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
    public var requestCount: Int { desk.requestCount }

    /// Refuses every token issued so far.
    public func expireTokens() {
        desk.tokens?.expireAll()
    }

    /// Answers a request in this process, faults included.
    @concurrent
    public func stream(_ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void) async throws -> HTTPResponseStream {
        try await InProcessExchange(request, sent: sent).stream { [desk] request in
            try await desk.answer(to: ServiceRequest(request)).reply.stream(for: request)
        }
    }
}
