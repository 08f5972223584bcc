import CairnCallbacks
public import Foundation

extension NSNotification.Name {
    /// Something has been loaded.
    public static let AGSLoadableDidLoad = NSNotification.Name("AGSLoadableDidLoadNotification")
    /// Something could not be loaded, or was cancelled.
    public static let AGSLoadableDidFailToLoad = NSNotification.Name("AGSLoadableDidFailToLoadNotification")
}

/// Posted with an object that has been loaded, on the main queue, before its completions are called.
public let AGSLoadableDidLoadNotification = NSNotification.Name.AGSLoadableDidLoad
/// Posted with an object whose load has failed or was cancelled, once for each attempt, on the main queue.
public let AGSLoadableDidFailToLoadNotification = NSNotification.Name.AGSLoadableDidFailToLoad

/// Tells everybody how a load has ended.
enum LoadNotification {
    case didLoad, didFailToLoad

    /// Nil for a load that goes on.
    init?(_ status: AGSLoadStatus) {
        switch status {
        case .loaded: self = .didLoad
        case .failedToLoad: self = .didFailToLoad
        case .loading, .notLoaded, .unknown: return nil
        }
    }

    func post(for object: AnyObject) {
        let (name, carried) = (
            self == .didLoad ? AGSLoadableDidLoadNotification : AGSLoadableDidFailToLoadNotification, Carried(object)
        )
        CallbackQueue.main.callLater { NotificationCenter.default.post(name: name, object: carried.value) }
    }
}
