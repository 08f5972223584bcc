import AGSCompat
import CairnCallbacks
import CairnTesting
import Foundation
import Testing

/// What the old documentation says of loadables.
@Suite(.timeLimit(.minutes(10)))
struct LoadableFactsTests {
    private struct Trouble: Error {}

    private func error(_ call: @escaping (@escaping ((any Error)?) -> Void) -> Void) async -> (error: (any Error)?, isMain: Bool)
    {
        await withCheckedContinuation { continuation in
            call { continuation.resume(returning: ($0, CallbackQueue.isMain)) }
        }
    }

    @Test func `several callers join one attempt, and each is called once, on main`() async {
        let (loadable, told) = (StartCounting(), Told())
        loadable.begin { _ in told.add("first \(CallbackQueue.isMain)") }
        for name in ["second", "third"] { loadable.load { _ in told.add("\(name) \(CallbackQueue.isMain)") } }
        loadable.loadDidFinishWithError(nil)
        await told.wait(for: 3)
        #expect(told.entries == ["first true", "second true", "third true"] && loadable.starts == [false])
        let again = await error(loadable.load)
        #expect(again.error == nil && again.isMain && loadable.starts == [false])
    }

    @Test func `after a failure load gives the previous error, and retryLoad tries again`() async {
        let loadable = StartCounting()
        loadable.begin()
        loadable.loadDidFinishWithError(Trouble())
        #expect(await error(loadable.load).error is Trouble)
        #expect(loadable.loadError is Trouble && loadable.loadStatus == .failedToLoad && loadable.starts == [false])
        loadable.begin(retrying: true)
        loadable.loadDidFinishWithError(nil)
        #expect(loadable.loadStatus == .loaded && loadable.loadError == nil && loadable.starts == [false, true])
    }

    @Test func `retryLoad of what has not failed is a load`() async {
        let loadable = StartCounting()
        loadable.begin(retrying: true)
        loadable.loadDidFinishWithError(nil)
        #expect(await error(loadable.retryLoad).error == nil)
        #expect(loadable.starts == [false])
    }

    @Test func `cancelLoad does nothing unless a load is under way`() async {
        let loadable = StartCounting()
        loadable.cancelLoad()
        #expect(loadable.loadStatus == .notLoaded)
        loadable.begin()
        loadable.loadDidFinishWithError(nil)
        loadable.cancelLoad()
        #expect(loadable.loadStatus == .loaded && loadable.loadError == nil)
    }

    @Test @MainActor func `the overrides are called on a background thread`() async {
        let loadable = StartCounting()
        loadable.load { _ in }
        loadable.started.wait()
        loadable.cancelLoad()
        while loadable.cancels == 0 { await Task.yield() }
        #expect(!loadable.wasOnMain)
    }

    @Test @MainActor func `the end of a load is posted with the object, before its completion`() async {
        let (loadable, told) = (StartCounting(), Told())
        let tokens = [AGSLoadableDidLoadNotification, AGSLoadableDidFailToLoadNotification].map { name in
            NotificationCenter.default.addObserver(forName: name, object: loadable, queue: nil) { note in
                told.add("\(note.name.rawValue) \(note.object as? NSObject == loadable)")
            }
        }
        loadable.load { _ in told.add("failed") }
        loadable.started.wait()
        loadable.loadDidFinishWithError(Trouble())
        await told.wait(for: 2)
        loadable.retryLoad { _ in told.add("loaded") }
        loadable.started.wait()
        loadable.loadDidFinishWithError(nil)
        await told.wait(for: 4)
        #expect(
            told.entries == [
                "AGSLoadableDidFailToLoadNotification true", "failed", "AGSLoadableDidLoadNotification true", "loaded",
            ])
        for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    @Test func `objects are told apart by identity, unless a subclass says otherwise`() {
        #expect(Set([AGSLoadableBase(), AGSLoadableBase()]).count == 2)
        #expect(Set([Numbered(1), Numbered(1), Numbered(2)]).count == 2)
    }

    @Test func `a loadable value holds what its subclass has set`() async {
        let value = Answer()
        #expect(value.value == nil)
        #expect(await error(value.load).error == nil)
        #expect(value.value as? Int == 42)
    }

    @Test func `something remote keeps its address and its credential`() {
        let resource: any AGSRemoteResource = AGSLoadableRemoteResourceBase(url: URL(string: "https://example.com/x"))
        #expect(resource.url?.path == "/x" && resource.credential == nil)
        let credential = AGSCredential(user: "u", password: "p")
        resource.credential = credential
        #expect(resource.credential === credential)
        #expect((AGSRouteTask(url: URL(string: "https://example.com/route")!) as any AGSRemoteResource).url?.path == "/route")
    }
}

private final class StartCounting: AGSLoadableBase {
    let started = DispatchSemaphore(value: 0)
    var starts: [Bool] = []
    var cancels = 0
    var wasOnMain = false

    override func doStartLoading(_ retrying: Bool) {
        starts.append(retrying)
        wasOnMain = CallbackQueue.isMain
        started.signal()
    }

    override func doCancelLoading() {
        wasOnMain = wasOnMain || CallbackQueue.isMain
        loadDidFinishWithError(CocoaError(.userCancelled))
        cancels += 1
    }

    func begin(retrying: Bool = false, completion: @escaping ((any Error)?) -> Void = { _ in }) {
        retrying ? retryLoad(completion: completion) : load(completion: completion)
        started.wait()
    }
}

private final class Numbered: AGSLoadableBase {
    let number: Int
    init(_ number: Int) { self.number = number }
    override var hash: Int { number }
    override func isEqual(_ object: Any?) -> Bool { (object as? Numbered)?.number == number }
}

private final class Answer: AGSLoadableValue {
    override func doStartLoading(_ retrying: Bool) {
        value = 42
        loadDidFinishWithError(nil)
    }
}

// What real code says: it names the type within extensions.

extension AGSPortal {
    fileprivate convenience init(ofTown name: String) {
        self.init(url: URL(string: "https://\(name).test/portal")!, loginRequired: false)
    }
    fileprivate var ownURL: URL? { self.URL }
}

extension AGSRouteTask {
    fileprivate convenience init(ofTown name: String) { self.init(url: URL(string: "https://\(name).test/route")!) }
}

extension AGSServiceFeatureTable {
    fileprivate convenience init(ofTown name: String) { self.init(url: URL(string: "https://\(name).test/FeatureServer/0")!) }
}

extension AGSLocator {
    fileprivate convenience init(ofTown name: String) { self.init(url: URL(string: "https://\(name).test/geocode")!) }
}

extension AGSGeoprocessingDataFile {
    fileprivate convenience init(ofTown name: String) { self.init(url: URL(string: "https://\(name).test/file")!) }
}

private final class Distant: AGSRemoteResource {
    let url: URL?
    var credential: AGSCredential?
    var requestConfiguration: AGSRequestConfiguration?

    init(url: URL?) { self.url = url }
}

extension Distant {
    fileprivate convenience init(ofTown name: String) { self.init(url: URL(string: "https://\(name).test/own")) }
}
