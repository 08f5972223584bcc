import AGSCompat
import CairnCallbacks
import CairnTesting
import Foundation
import Testing

private func print(_ item: Any) { KermitLoaderTests.printed.add(item) }

/// Stands for UIKit's view.
final class PictureView {
    var image: UIImage? { didSet { shown?() } }
    var shown: (() -> Void)?
}

// swift-format-ignore
private func showKermit(in imageView: PictureView) -> KermitLoader {
    let kermitLoader = KermitLoader()
    kermitLoader.load { (error) in

        if let error = error {
            print("Error: \(error.localizedDescription)")
        }

        imageView.image = kermitLoader.kermitImage
    }
    return kermitLoader
}

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct KermitLoaderTests {
    nonisolated static let printed = Printed()

    private let imageView = PictureView()

    /// Runs the page's sample until it shows something, or nothing.
    private func shown() async -> KermitLoader {
        var loader: KermitLoader?
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            imageView.shown = {
                #expect(CallbackQueue.isMain)
                continuation.resume()
            }
            loader = showKermit(in: imageView)
        }
        return loader!
    }

    @Test func `the loader of the page shows its picture`() async {
        PictureWeb.answer([.data(PictureWeb.picture)])
        let kermitLoader = await shown()
        #expect(imageView.image != nil && kermitLoader.loadStatus == .loaded && kermitLoader.loadError == nil)
    }

    @Test func `the loader of the page tells that there is no network, and loads when it is tried again`() async throws {
        PictureWeb.answer([.failure(.cannotFindHost), .data(PictureWeb.picture)])
        let kermitLoader = await shown()
        await Self.printed.wait(for: "Error: ")
        #expect(imageView.image == nil && kermitLoader.loadStatus == .failedToLoad)
        #expect((kermitLoader.loadError as NSError?)?.code == URLError.cannotFindHost.rawValue)
        try await done { kermitLoader.retryLoad(completion: $0) }
        #expect(kermitLoader.kermitImage != nil && kermitLoader.loadStatus == .loaded && kermitLoader.loadError == nil)
    }

    @Test func `the loader of the page is cancelled, and loads when it is tried again`() async throws {
        PictureWeb.answer([.none, .data(PictureWeb.picture)])
        let kermitLoader = KermitLoader()
        let failure = await withCheckedContinuation { continuation in
            kermitLoader.load { continuation.resume(returning: $0) }
            Task {
                for await count in PictureWeb.requests.values where count == 1 { break }
                kermitLoader.cancelLoad()
            }
        }
        #expect(failure != nil && kermitLoader.loadStatus == .failedToLoad && kermitLoader.kermitImage == nil)
        try await done { kermitLoader.retryLoad(completion: $0) }
        #expect(kermitLoader.kermitImage != nil && kermitLoader.loadStatus == .loaded)
    }
}
