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
var url: URL { given() }
var job: any JobProtocol { given() }
var value: Int { given() }
var completion: (Result<Int, any Error>) -> Void { given() }

func loadImage(_ url: URL) async throws -> Image { given() }
func show(_ result: Result<Image, any Error>) {}
