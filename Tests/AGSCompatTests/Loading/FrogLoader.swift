import AGSCompat
import Foundation

/// A loader like the `KermitLoader` of the page on loadables, which gets its picture from wherever `fetch` says.
class FrogLoader: NSObject, LoadableSurrogateProxy {
    private let surrogate = LoadableSurrogate()
    let fetch: (@escaping (String?, Error?) -> Void) -> Void
    var frogImage: String?
    var starts = 0
    var cancels = 0
    #if CAIRN_OBJC
        @objc var loadStatus: AGSLoadStatus = .unknown
        @objc var loadError: Error? = nil
    #else
        var loadStatus: AGSLoadStatus = .unknown
        var loadError: Error? = nil
    #endif

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
        if retrying { frogImage = nil }
        fetch { image, error in
            if let image = image { self.frogImage = image }
            completion(error)
        }
    }

    func doCancelLoading() -> Bool {
        cancels += 1
        frogImage = nil
        return false
    }
}
