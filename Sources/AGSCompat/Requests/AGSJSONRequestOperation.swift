import CairnCallbacks
import CairnCore
import CairnTasks
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Asks for JSON; the result is what it holds: dictionaries, arrays, texts, numbers and flags. With an ``AGSRequestOperation/outputFileURL`` it is
/// that, and the file is not read.
///
/// The spelling of 10.2 is offered, too: ``completionHandler`` and ``errorHandler`` are called on the main queue.
///
/// ```swift
/// let operation = AGSJSONRequestOperation(URL: service, resource: "suggest", queryParameters: ["text": "Gotham", "f": "json"])
/// operation.completionHandler = { json in print(json as? [String: Any] ?? [:]) }
/// operation.errorHandler = { error in print(error as Any) }
/// AGSRequestOperation.sharedOperationQueue().addOperation(operation)
/// ```
open class AGSJSONRequestOperation: AGSRequestOperation {
    /// Called on the main queue with the JSON. Of 10.2.
    open var completionHandler: ((AnyObject?) -> Void)?
    /// Called on the main queue with why there is none. Of 10.2.
    open var errorHandler: ((NSError?) -> Void)?
    /// Whose credential and configuration are used. It is not kept. Of 10.2.
    open var securedResource: (any AGSRemoteResource)? {
        get { remoteResource }
        set { remoteResource = newValue }
    }
    /// See ``AGSRequestConfiguration/requestCachePolicy``. Of 10.2.
    open var requestCachePolicy: URLRequest.CachePolicy {
        get { (requestConfiguration ?? .global()).requestCachePolicy }
        set { ownConfiguration().requestCachePolicy = newValue }
    }
    /// How long it may take, in seconds. Of 10.2.
    open var timeoutInterval: TimeInterval {
        get { (requestConfiguration ?? .global()).timeoutInterval }
        set { ownConfiguration().timeoutInterval = newValue }
    }

    /// A request for an address. Of 10.2.
    public convenience init(URL url: Foundation.URL!) { self.init(URL: url, resource: nil, queryParameters: nil) }
    /// A request with parameters, by GET. Of 10.2.
    public convenience init(URL url: Foundation.URL!, queryParameters: [AnyHashable: Any]!) {
        self.init(URL: url, resource: nil, queryParameters: queryParameters)
    }
    /// A request of what lies below an address, by GET. Without an address it fails when it is executed. Of 10.2.
    public convenience init(URL url: Foundation.URL!, resource: String!, queryParameters: [AnyHashable: Any]!) {
        let base = url ?? Foundation.URL(filePath: "/")
        let fields = queryParameters.map { given in
            Dictionary(given.map { ("\($0.key)", $0.value) }) { first, _ in first }
        }
        self.init(
            remoteResource: nil, url: resource.map { base.appending(path: $0) } ?? base, queryParameters: fields)
    }
    /// The same, with a dictionary of Foundation. Of 10.2.
    public convenience init(URL url: Foundation.URL!, resource: String!, queryParameters: NSDictionary) {
        self.init(URL: url, resource: resource, queryParameters: queryParameters as? [AnyHashable: Any])
    }
    /// A request of what lies below an address, as later Swift spells it. Of 10.2.
    public convenience init(url: Foundation.URL!, resource: String!, queryParameters: [AnyHashable: Any]!) {
        self.init(URL: url, resource: resource, queryParameters: queryParameters)
    }

    override func makeResult(_ data: Data) throws -> Any {
        if let outputFileURL { return outputFileURL }
        let json = try json(data)
        if let failure = ServiceClient.failure(in: json, of: url) { throw failure }
        return json.tree
    }

    private func json(_ data: Data) throws -> JSONValue {
        if let limit = JSONLimit().objection(to: data) {
            let words =
                "What came from \(url.host() ?? "there") has more than \(limit), which are not read. Set an outputFileURL, and read the "
                + "file; or ask for less."
            throw AGSError.runtime(.commonInvalidJSON, words)
        }
        do { return try JSONValue(parsing: data) } catch {
            let reason = (error as? JSONSyntaxError)?.objection(toBytes: data.count)
            let words =
                "What came from \(url.host() ?? "there") \(reason.map { "is no whole JSON: \($0)." } ?? "is no JSON: \(error)")"
            throw AGSError.runtime(.commonInvalidJSON, words, cause: error)
        }
    }

    /// Tells the handlers.
    open override func didComplete(_ everStarted: Bool) {
        super.didComplete(everStarted)
        // One object alone: a tuple of optional closures in a box is let go of twice by the compiler of Swift 6.3.
        let own = Carried(self)
        CallbackQueue.main.callLater { own.value.tellHandlers() }
    }

    private func tellHandlers() {
        if let error { errorHandler?(error as NSError) } else { completionHandler?(result as AnyObject?) }
    }

    private func ownConfiguration() -> AGSRequestConfiguration {
        let own = requestConfiguration ?? AGSRequestConfiguration(SettingsBox(AGSRequestConfiguration.globalBox.value))
        requestConfiguration = own
        return own
    }
}
