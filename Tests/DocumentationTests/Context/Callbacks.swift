import CairnCallbacks
import CairnCore
import Foundation

struct Image: Sendable {}
struct Request: Sendable {
    func cancel() {}
}
struct ImageLoader: Sendable {
    func load(_ url: URL, _ completion: @escaping (Image?, (any Error)?) -> Void) -> Request { given() }
}

var loader: ImageLoader { given() }
