import CairnCore
import CairnTasks
public import Foundation

/// Something that a server has and that is loaded: the tasks, and what is subclassed as ``AGSLoadableBase`` is.
///
/// Of a class of your own it keeps the credential, and asks nobody: that is up to the subclass.
open class AGSLoadableRemoteResourceBase: AGSLoadableBase, AGSRemoteResource, AGSAPIKeyResource {
    private let address: URL?
    private let held: HeldCredential
    /// What is loaded of Cairn's; nil where a subclass loads.
    private let subject: (any Loadable)?
    private let driver = LegacyLoading()

    /// Something at an address.
    public init(url: URL?) {
        (address, held, subject) = (url, HeldCredential(), nil)
        super.init()
    }

    /// Something of Cairn's for old callers.
    ///
    /// - Parameters:
    ///   - subject: What is loaded.
    ///   - held: The credential of its service.
    init(driving subject: any Loadable, at address: URL?, _ held: HeldCredential) {
        (self.address, self.held, self.subject) = (address, held, subject)
        super.init()
    }

    /// Where it is; nil of what is in a file.
    open var url: URL? { address }
    /// Who is asking, if the server wants to know: from then on its host and port, by all that has no credential of its own; to be set before
    /// loading.
    open var credential: AGSCredential? {
        get { held.value }
        set { held.value = newValue }
    }
    /// An API key that its service is asked with where ``credential`` is nil; empty for that of ``AGSArcGISRuntimeEnvironment``.
    open var apiKey: String {
        get { held.apiKey }
        set { held.apiKey = newValue }
    }
    /// How its requests are sent; nil for the global configuration. Of an object of Cairn's they are sent as that does, and in a class of your own it
    /// is up to that to do so.
    open var requestConfiguration: AGSRequestConfiguration? {
        get { held.configuration }
        set { held.configuration = newValue }
    }

    // MARK: - Loading

    /// Where loading stands.
    open override var loadStatus: AGSLoadStatus { subject.map { driver.status(of: $0) } ?? super.loadStatus }
    /// Why loading failed.
    open override var loadError: (any Error)? {
        if let subject { driver.error(of: subject) } else { super.loadError }
    }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    open override func load(completion: (((any Error)?) -> Void)? = nil) {
        guard let subject else { return super.load(completion: completion) }
        driver.load(subject, for: self, retrying: false, completion)
    }
    /// Loads again after a failure.
    open override func retryLoad(completion: (((any Error)?) -> Void)? = nil) {
        guard let subject else { return super.retryLoad(completion: completion) }
        driver.load(subject, for: self, retrying: true, completion)
    }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    open override func cancelLoad() {
        if let subject { driver.cancel(subject) } else { super.cancelLoad() }
    }
}
