import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct AGSLoadableTests {
    struct Offline: Error {}

    /// The error of a load, and whether it came on main.
    private func load(_ loadable: any AGSLoadable, retrying: Bool = false) async -> (error: (any Error)?, isMain: Bool) {
        await withCheckedContinuation { continuation in
            let completion: ((any Error)?) -> Void = { continuation.resume(returning: ($0, CallbackQueue.isMain)) }
            retrying ? loadable.retryLoad(completion: completion) : loadable.load(completion: completion)
        }
    }

    @Test func `the surrogate of the seeds loads, and answers on main`() async {
        let kermit = FrogLoader { $0("🐸", nil) }
        #expect(kermit.loadStatus == .notLoaded)
        let (error, isMain) = await load(kermit)
        #expect(error == nil && isMain)
        #expect(kermit.frogImage == "🐸")
        _ = await load(kermit)
        #expect(kermit.starts == 1)
    }

    @Test func `the status changes before load returns`() {
        let base = AGSLoadableBase()
        base.load(completion: nil)
        #expect(base.loadStatus == .loading || base.loadStatus == .loaded)
    }

    @Test func `a failure is given again until retryLoad`() async {
        var isBroken = true
        let kermit = FrogLoader { $0(isBroken ? nil : "🐸", isBroken ? Offline() : nil) }
        #expect(await load(kermit).error is Offline)
        #expect(await load(kermit).error is Offline)
        #expect(kermit.starts == 1)
        isBroken = false
        #expect(await load(kermit, retrying: true).error == nil)
        #expect(kermit.starts == 2)
    }

    @Test func `cancelLoad answers everybody with NSUserCancelledError and stays failed`() async {
        let kermit = FrogLoader { _ in }
        async let first = load(kermit)
        async let second = load(kermit)
        while kermit.starts == 0 { await Task.yield() }
        kermit.cancelLoad()
        for error in await [first.error, second.error] {
            #expect((error as NSError?)?.domain == NSCocoaErrorDomain && (error as NSError?)?.code == NSUserCancelledError)
        }
        #expect((await load(kermit).error as NSError?)?.code == NSUserCancelledError)
        #expect(kermit.starts == 1)
    }

    @Test func `AGSLoadObjects tells whether all are loaded`() async {
        func loadAll(_ loadables: [any AGSLoadable]) async -> Bool {
            await withCheckedContinuation { continuation in
                AGSLoadObjects(loadables) { continuation.resume(returning: $0) }
            }
        }
        #expect(await loadAll([]))
        #expect(await loadAll([AGSLoadableBase(), AGSLoadableBase()]))
        #expect(await loadAll([AGSLoadableBase(), FrogLoader { $0(nil, Offline()) }]) == false)
    }
}
