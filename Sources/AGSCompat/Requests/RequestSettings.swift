import CairnCallbacks
import CairnCore
import CairnTasks
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What an ``AGSRequestConfiguration`` says, as a value.
struct RequestSettings: Sendable {
    /// Asked whether a challenge may be put.
    typealias ChallengeRule = Carried<(AGSAuthenticationChallenge) -> Bool>

    var timeoutInterval: TimeInterval = 60
    var backgroundTimeoutInterval: TimeInterval = 604_800
    var userHeaders: [String: String]?
    var forcePost = false
    var cachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    var shouldCacheResponse = true
    var allowsCellularAccess = true
    var allowsBackgroundSession = true
    var challengeRule: ChallengeRule?
    var log = RequestLog()

    /// A request, as these settings want it sent.
    func applied(to request: HTTPRequest, agent: String?) -> HTTPRequest {
        // What is fetched in parts, or takes as long as it moves, is a file, which servers give by GET.
        var request = forcePost && request.timeout != nil && request.headers["Range"] == nil ? request.asPost : request
        let taken = Set(request.headers.keys.map { $0.lowercased() }).union(Self.reserved)
        for (name, value) in userHeaders ?? [:] where !taken.contains(name.lowercased()) { request.headers[name] = value }
        if let agent { request.headers["User-Agent"] = "\(request.headers["User-Agent"] ?? "Cairn") \(agent)" }
        if ignoresCaches { request.headers["Cache-Control"] = "no-cache" }
        if timeoutInterval != Self().timeoutInterval, timeoutInterval > 0 {
            let limit = Duration.seconds(clamping: timeoutInterval)
            // Of what takes as long as it moves, the pauses are limited.
            if request.timeout == nil { request.stallTimeout = limit } else { request.timeout = limit }
        }
        return request
    }

    private var ignoresCaches: Bool {
        switch cachePolicy {
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData: true
        default: false
        }
    }

    /// What requests say themselves.
    private static let reserved = [
        "user-agent", "content-type", "content-length", "host", "range", "if-range", "accept-encoding", "x-esri-authorization",
    ]
}

/// Where the settings of a configuration are: it is changed by its owner, and read by requests on any thread.
final class SettingsBox: Sendable {
    private let settings: Mutex<RequestSettings>

    init(_ settings: RequestSettings = RequestSettings()) { self.settings = Mutex(settings) }

    var value: RequestSettings { settings.withLock { $0 } }

    func change(_ body: (inout RequestSettings) -> Void) {
        // What was there is let go of outside of the lock.
        let former = settings.withLock { settings in
            defer { body(&settings) }
            return settings
        }
        withExtendedLifetime(former) {}
    }
}

extension HTTPRequest {
    /// The same, with what its query says in a form.
    fileprivate var asPost: HTTPRequest {
        guard method == .get, let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return self }
        var (post, bare) = (self, parts)
        bare.query = nil
        guard let address = bare.url else { return self }
        (post.method, post.url) = (.post, address)
        post.headers["Content-Type"] = "application/x-www-form-urlencoded"
        post.body = .data(Data((parts.percentEncodedQuery ?? "").utf8))
        return post
    }
}
