import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Foundation
import Testing

/// How loads of the seeds' surrogate end where it says the end itself, and when loads of several objects do.
@Suite(.timeLimit(.minutes(10)))
struct SurrogateEndTests {
    private struct Offline: Error {}

    /// Leaves it to the surrogate to say that it was cancelled.
    private final class WillingFrog: FrogLoader {
        override func doCancelLoading() -> Bool {
            _ = super.doCancelLoading()
            return true
        }
    }

    private struct End: Sendable {
        let domain: String?
        let code: Int?
        let isMain: Bool

        init(_ error: (any Error)?) {
            (domain, code) = ((error as NSError?)?.domain, (error as NSError?)?.code)
            isMain = CallbackQueue.isMain
        }
    }

    @Test func `what a proxy leaves to the surrogate is cancelled with the surrogate's error`() async throws {
        let begun = Gate()
        let frog = WillingFrog { _ in begun.open() }
        let first = Told()
        frog.load { error in
            let end = End(error)
            first.add("\(end.domain ?? "") \(end.code ?? 0) \(end.isMain)")
        }
        try await begun.pass()
        let end: End = await withCheckedContinuation { continuation in
            frog.load { continuation.resume(returning: End($0)) }
            frog.cancelLoad()
        }
        #expect(end.domain == "LoadableSurrogate.CancelledError" && end.code == NSUserCancelledError && end.isMain)
        #expect(first.entries == ["LoadableSurrogate.CancelledError \(NSUserCancelledError) true"])
        #expect(frog.cancels == 1 && frog.loadStatus == .failedToLoad)
        #expect((frog.loadError as NSError?)?.domain == "LoadableSurrogate.CancelledError")
    }

    @Test func `a proxy that ends what was cancelled itself has its own error told`() async throws {
        let (begun, answer) = (Gate(), Level<Carried<(String?, (any Error)?) -> Void>?>(nil))
        let frog = FrogLoader { completion in
            answer.send(Carried(completion))
            begun.open()
        }
        let end: End = await withCheckedContinuation { continuation in
            frog.load { continuation.resume(returning: End($0)) }
            Task {
                try await begun.pass()
                answer.value?.value(nil, CocoaError(.fileNoSuchFile))
            }
        }
        #expect(end.domain == NSCocoaErrorDomain && end.code == CocoaError.fileNoSuchFile.rawValue && frog.cancels == 0)
    }

    @Test func `a surrogate without a proxy fails with an error of its own, and can be tried again`() async throws {
        let surrogate = LoadableSurrogate()
        for _ in 1...2 {
            let end: End = await withCheckedContinuation { continuation in
                surrogate.retryLoad { continuation.resume(returning: End($0)) }
            }
            #expect(end.domain == "LoadableSurrogate.UnknownError" && end.code == 1 && end.isMain)
            #expect(surrogate.loadStatus == .failedToLoad)
            #expect((surrogate.loadError as NSError?)?.localizedDescription == "An unknown error occurred.")
        }
        let frog = FrogLoader { $0("🐸", nil) }
        surrogate.proxy = frog
        let end: End = await withCheckedContinuation { continuation in
            surrogate.retryLoad { continuation.resume(returning: End($0)) }
        }
        #expect(end.domain == nil && frog.frogImage == "🐸" && surrogate.loadStatus == .loaded)
    }

    // MARK: - Several objects

    @Test(arguments: [false, true], [false, true])
    func `several objects are told of when the last of them has ended, once, on main`(failsFirst: Bool, failsLast: Bool) async {
        let (early, late, told) = (ManualLoadable(), ManualLoadable(), Told())
        AGSLoadObjects([early, late]) { told.add("\($0) \(CallbackQueue.isMain)") }
        // Both joined the loads that were begun above: their completions come after those.
        early.begin { _ in told.add("early") }
        late.begin { _ in told.add("late") }
        early.loadDidFinishWithError(failsFirst ? Offline() : nil)
        await told.wait(for: 1)
        // What was told of several at once would be on the main queue before this.
        await Self.onMain()
        #expect(told.entries == ["early"])
        late.loadDidFinishWithError(failsLast ? Offline() : nil)
        await told.wait(for: 3)
        await Self.onMain()
        #expect(told.entries.sorted() == ["early", "\(!failsFirst && !failsLast) true", "late"].sorted())
    }

    private static func onMain() async {
        await withCheckedContinuation { continuation in CallbackQueue.main.callLater { continuation.resume() } }
    }
}
