import CairnCallbacks
public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// How the requests of a resource are sent.
///
/// ```swift
/// let patient = AGSRequestConfiguration()
/// patient.timeoutInterval = 300
/// task.requestConfiguration = patient
/// ```
///
/// What is changed counts for the requests that are sent from then on.
public final class AGSRequestConfiguration: NSObject, NSCopying {
    private static let shared = Mutex(SettingsBox())
    private static let agent = Mutex<String?>(nil)

    let box: SettingsBox

    init(_ box: SettingsBox) { self.box = box }

    /// A configuration of its own, with the values that are usual.
    public override convenience init() { self.init(SettingsBox()) }

    /// The configuration of all that has none of its own.
    public static func global() -> AGSRequestConfiguration { AGSRequestConfiguration(globalBox) }
    /// Makes a configuration that of all that has none of its own.
    public static func setGlobal(_ globalConfiguration: AGSRequestConfiguration) {
        let former = shared.withLock { shared in
            defer { shared = globalConfiguration.box }
            return shared
        }
        withExtendedLifetime(former) {}
    }
    static var globalBox: SettingsBox { shared.withLock { $0 } }

    /// What is said of the app in the `User-Agent` of all requests.
    public static func additionalUserAgentInfo() -> String? { agent.withLock { $0 } }
    /// Says something of the app in the `User-Agent` of all requests.
    public static func setAdditionalUserAgentInfo(_ additionalInfo: String?) { agent.withLock { $0 = additionalInfo } }

    /// Another with the same values.
    public func copy(with zone: NSZone? = nil) -> Any { AGSRequestConfiguration(SettingsBox(box.value)) }
    /// Another with the same values.
    public override func copy() -> Any { copy(with: nil) }

    /// Whether both are the same configuration, so that what is changed in one is changed in the other.
    public override func isEqual(_ object: Any?) -> Bool { (object as? AGSRequestConfiguration)?.box === box }
    /// The same for the same configuration.
    public override var hash: Int { ObjectIdentifier(box).hashValue }

    private subscript<Value>(path: WritableKeyPath<RequestSettings, Value>) -> Value {
        get { box.value[keyPath: path] }
        set { box.change { $0[keyPath: path] = newValue } }
    }

    /// How long a request may take, in seconds; of what takes as long as it moves, how long it may stand still. 60 leaves to each request what is
    /// its own.
    public var timeoutInterval: TimeInterval {
        get { self[\.timeoutInterval] }
        set { self[\.timeoutInterval] = newValue }
    }
    /// How long what the system carried out in the background might take, in seconds. Nothing is, and it has no effect.
    public var backgroundTimeoutInterval: TimeInterval {
        get { self[\.backgroundTimeoutInterval] }
        set { self[\.backgroundTimeoutInterval] = newValue }
    }
    /// Header fields of all requests, where they have none of that name; not `User-Agent`, `Content-Type` and others that requests say themselves.
    public var userHeaders: [String: String]? {
        get { self[\.userHeaders] }
        set { self[\.userHeaders] = newValue }
    }
    /// Whether what would be asked by GET is asked by POST.
    public var forcePost: Bool {
        get { self[\.forcePost] }
        set { self[\.forcePost] = newValue }
    }
    /// Nothing is cached here. The policies that ignore caches ask those between here and the server, too.
    public var requestCachePolicy: URLRequest.CachePolicy {
        get { self[\.cachePolicy] }
        set { self[\.cachePolicy] = newValue }
    }
    /// Nothing is cached here, and it has no effect.
    public var shouldCacheResponse: Bool {
        get { self[\.shouldCacheResponse] }
        set { self[\.shouldCacheResponse] = newValue }
    }
    /// Whether downloads may go over a mobile network. It is the system that decides, and this has no effect.
    public var allowsCellularAccessForDownloads: Bool {
        get { self[\.allowsCellularAccess] }
        set { self[\.allowsCellularAccess] = newValue }
    }
    /// Whether downloads might be left to the system. They never are, and it has no effect: a job goes on where it was when it is started again.
    public var allowsBackgroundSessionForDownloads: Bool {
        get { self[\.allowsBackgroundSession] }
        set { self[\.allowsBackgroundSession] = newValue }
    }
    /// Asked, on any thread, whether ``AGSAuthenticationManager/delegate`` may be asked who somebody is; false fails what was refused. A server's
    /// question is one for all that wait for its answer: one resource there whose rule says no is enough.
    public var shouldIssueAuthenticationChallenge: ((AGSAuthenticationChallenge) -> Bool)? {
        get { box.value.challengeRule?.value }
        set {
            let rule = newValue.map(Carried.init)
            box.change { $0.challengeRule = rule }
        }
    }

    // MARK: - Debugging

    /// The file that requests are told in; nil for the standard error. Addresses are told without their queries, and no bodies.
    public var debugLogFileURL: URL? {
        get { self[\.log.fileURL] }
        set { self[\.log.fileURL] = newValue }
    }
    /// Whether requests are told.
    public var debugLogRequests: Bool {
        get { self[\.log.tellsRequests] }
        set { self[\.log.tellsRequests] = newValue }
    }
    /// Whether answers are told.
    public var debugLogResponses: Bool {
        get { self[\.log.tellsResponses] }
        set { self[\.log.tellsResponses] = newValue }
    }
    /// Whether the header fields of requests are told; of those that might be secret only the names.
    public var debugLogIncludeRequestHeaders: Bool {
        get { self[\.log.includesRequestHeaders] }
        set { self[\.log.includesRequestHeaders] = newValue }
    }
    /// Whether the header fields of answers are told; of those that might be secret only the names.
    public var debugLogIncludeResponseHeaders: Bool {
        get { self[\.log.includesResponseHeaders] }
        set { self[\.log.includesResponseHeaders] = newValue }
    }
    /// Whether it is told when.
    public var debugLogIncludeTimestamp: Bool {
        get { self[\.log.includesTimestamp] }
        set { self[\.log.includesTimestamp] = newValue }
    }
    /// Whether the file is emptied before the first line of a run.
    public var debugLogDeleteBeforeEachRun: Bool {
        get { self[\.log.deletesBefore] }
        set { self[\.log.deletesBefore] = newValue }
    }
    /// Whether requests for tiles are left out.
    public var debugLogIgnoreTiledLayerRequests: Bool {
        get { self[\.log.ignoresTiles] }
        set { self[\.log.ignoresTiles] = newValue }
    }
}
