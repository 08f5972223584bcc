import AGSCompat
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// The code of the page on loadables, line for line. Replaced are two lines with `@objc` where there is no Objective-C, and what a screen shows.
// The protocol the page describes and does not write out.

#if !canImport(UIKit)
    /// What stands for UIKit's.
    struct UIImage {
        init?(data: Data) { if data.isEmpty { return nil } }
    }
#endif

protocol LoadableSurrogateProxy: AGSLoadable where Self: NSObject {
    func doStartLoading(_ retrying: Bool, completion: @escaping (Error?) -> Void)
    func doCancelLoading() -> Bool
    func loadStatusDidChange(_ status: AGSLoadStatus)
    func loadErrorDidChange(_ error: Error?)
}

// swift-format-ignore
class KermitLoader: NSObject, LoadableSurrogateProxy {

    private let surrogate = LoadableSurrogate()

    override init() {
        super.init()
        surrogate.proxy = self
    }

    func load(completion: ((Error?) -> Void)? = nil) {
        surrogate.load(completion: completion)
    }

    func retryLoad(completion: ((Error?) -> Void)? = nil) {
        surrogate.retryLoad(completion: completion)
    }

    func cancelLoad() {
        surrogate.cancelLoad()
    }

    #if CAIRN_OBJC
    @objc var loadStatus: AGSLoadStatus = .unknown

    @objc var loadError: Error? = nil
    #else
    var loadStatus: AGSLoadStatus = .unknown

    var loadError: Error? = nil
    #endif
    //
    // Proxy informs of changes to `loadStatus` and `loadError`.
    //

    func loadStatusDidChange(_ status: AGSLoadStatus) {
        self.loadStatus = status
    }

    func loadErrorDidChange(_ error: Error?) {
        self.loadError = error
    }

    private let kermitURL = URL(string: "https://c1.staticflickr.com/2/1033/1024297684_582bc1c05a_b.jpg")!

    private var kermitSessionDataTask: URLSessionDataTask?

    var kermitImage: UIImage? = nil

    func doStartLoading(_ retrying: Bool, completion: @escaping (Error?) -> Void) {

        if retrying {
            let previousDataTask = kermitSessionDataTask
            kermitSessionDataTask = nil
            previousDataTask?.cancel()
            kermitImage = nil
        }

        kermitSessionDataTask = URLSession.shared.dataTask(with: kermitURL) { [weak self] data, response, error in

            guard let self = self else { return }

            if let data = data, let image = UIImage(data: data) {
                self.kermitImage = image
            }

            if response == self.kermitSessionDataTask?.response {
                completion(error)
            }
        }

        kermitSessionDataTask!.resume()
    }

    func doCancelLoading() -> Bool {
        kermitSessionDataTask?.cancel()
        kermitSessionDataTask = nil
        kermitImage = nil
        // Returns `false` because the URLSession returns a cancel error in the completion callback.
        // Return `true` if you want the surrogate to supply a generic cancel error.
        return false
     }
 }

// swift-format-ignore
class LoadableSurrogate: AGSLoadableBase {
    weak var proxy: LoadableSurrogateProxy? {
        didSet {
            proxy?.loadStatusDidChange(loadStatus)
            proxy?.loadErrorDidChange(loadError)
        }
    }

    // Cocoa requires we hold on to observers.
    private var kvo: Set<NSKeyValueObservation> = []

    override init() {

        super.init()

        let loadStatusObservation = self.observe(\.loadStatus) { [weak self] (_, _) in

            guard let self = self else { return }

            self.proxy?.loadStatusDidChange(self.loadStatus)
        }

        kvo.insert(loadStatusObservation)

        let loadErrorObservation = self.observe(\.loadError) { [weak self] (_, _) in

            guard let self = self else { return }

            self.proxy?.loadErrorDidChange(self.loadError)
        }

        kvo.insert(loadErrorObservation)
    }

    private let UnknownError = NSError(domain: "LoadableSurrogate.UnknownError", code: 1, userInfo: [NSLocalizedDescriptionKey: "An unknown error occurred."])

    override func doStartLoading(_ retrying: Bool) {

        // We want to unwrap the delegate, if we have one.
        if let proxy = proxy {

            // Call start loading on the delegate.
            proxy.doStartLoading(retrying) { [weak self] (error) in

                guard let self = self else { return }

                // Finish loading with the reponse from the delegate.
                self.loadDidFinishWithError(error)
            }
        }
        else {
            // No delegate, finish loading.
            loadDidFinishWithError(UnknownError)
        }
    }

    private let CancelledError = NSError(domain: "LoadableSurrogate.CancelledError", code: NSUserCancelledError, userInfo: [NSLocalizedDescriptionKey: "User did cancel."])

    override func doCancelLoading() {

        // Call cancel delegate method.
        if proxy?.doCancelLoading() == true {

            self.loadDidFinishWithError(CancelledError)
        }
    }
}
