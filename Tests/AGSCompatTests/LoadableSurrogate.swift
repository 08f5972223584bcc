import AGSCompat
import Foundation

// The surrogate of the seeds, as its author's readers wrote it down: it must go on to compile and to work. KVO is Apple's, so the
// base class's hook takes its place.

protocol LoadableSurrogateProxy: AGSLoadable where Self: NSObject {
    func doStartLoading(_ retrying: Bool, completion: @escaping (Error?) -> Void)
    func doCancelLoading() -> Bool
    func loadStatusDidChange(_ status: AGSLoadStatus)
    func loadErrorDidChange(_ error: Error?)
}

class LoadableSurrogate: AGSLoadableBase {
    weak var proxy: LoadableSurrogateProxy? {
        didSet {
            proxy?.loadStatusDidChange(loadStatus)
            proxy?.loadErrorDidChange(loadError)
        }
    }

    override func onLoadStatusChanged() {
        proxy?.loadStatusDidChange(loadStatus)
        proxy?.loadErrorDidChange(loadError)
    }

    private let UnknownError = NSError(domain: "LoadableSurrogate.UnknownError", code: 1, userInfo: nil)

    override func doStartLoading(_ retrying: Bool) {
        if let proxy = proxy {
            proxy.doStartLoading(retrying) { [weak self] (error) in
                guard let self = self else { return }
                self.loadDidFinishWithError(error)
            }
        } else {
            loadDidFinishWithError(UnknownError)
        }
    }

    private let CancelledError = NSError(domain: "LoadableSurrogate.CancelledError", code: NSUserCancelledError, userInfo: nil)

    override func doCancelLoading() {
        if proxy?.doCancelLoading() == true {
            self.loadDidFinishWithError(CancelledError)
        }
    }
}

/// Loads a picture of a frog, from wherever `fetch` says.
class KermitLoader: NSObject, LoadableSurrogateProxy {
    private let surrogate = LoadableSurrogate()
    let fetch: (@escaping (String?, Error?) -> Void) -> Void
    var kermitImage: String?
    var starts = 0
    var cancels = 0
    var loadStatus: AGSLoadStatus = .unknown
    var loadError: Error? = nil

    init(fetch: @escaping (@escaping (String?, Error?) -> Void) -> Void) {
        self.fetch = fetch
        super.init()
        surrogate.proxy = self
    }

    func load(completion: ((Error?) -> Void)? = nil) { surrogate.load(completion: completion) }
    func retryLoad(completion: ((Error?) -> Void)? = nil) { surrogate.retryLoad(completion: completion) }
    func cancelLoad() { surrogate.cancelLoad() }
    func loadStatusDidChange(_ status: AGSLoadStatus) { self.loadStatus = status }
    func loadErrorDidChange(_ error: Error?) { self.loadError = error }

    func doStartLoading(_ retrying: Bool, completion: @escaping (Error?) -> Void) {
        starts += 1
        if retrying { kermitImage = nil }
        fetch { image, error in
            if let image = image { self.kermitImage = image }
            completion(error)
        }
    }

    func doCancelLoading() -> Bool {
        cancels += 1
        kermitImage = nil
        return false
    }
}
