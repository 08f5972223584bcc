#if !CAIRN_OBJC
    import CairnCore
    import CairnTesting
    import Foundation
    import Testing

    @testable import AGSCompat

    @Suite(.timeLimit(.minutes(10)))
    struct LoadableObservingTests {
        private struct Trouble: Error {}

        let told = Told()

        private func observe<Subject: NSObject & AGSLoadable>(
            _ subject: Subject, _ keyPath: KeyPath<Subject, AGSLoadStatus>, _ options: NSKeyValueObservingOptions = [.old, .new]
        ) -> NSKeyValueObservation {
            subject.observe(keyPath, options: options) { [told] _, change in told.add(change, AGSLoadStatusAsString) }
        }

        @Test func `each change of a load is told once, with the value before and after it`() async {
            let loadable = ManualLoadable()
            let observation = observe(loadable, \.loadStatus, [.initial, .old, .new])
            loadable.begin()
            loadable.loadDidFinishWithError(Trouble())
            loadable.begin(retrying: true)
            loadable.loadDidFinishWithError(nil)
            await told.wait(for: 5)
            #expect(
                told.entries == [
                    "- → NotLoaded", "NotLoaded → Loading", "Loading → FailedToLoad", "FailedToLoad → Loading",
                    "Loading → Loaded",
                ])
            observation.invalidate()
        }

        @Test func `who ends his observation in the prior call is told no more`() async {
            let loadable = AGSLoadableBase()
            let calls = Told()
            nonisolated(unsafe) var observation: NSKeyValueObservation?
            observation = loadable.observe(\.loadStatus, options: .prior) { _, change in
                calls.add("\(change.isPrior)")
                observation?.invalidate()
            }
            await withCheckedContinuation { continuation in loadable.load { _ in continuation.resume() } }
            #expect(calls.entries == ["true"])
        }

        /// Ready when both are loaded; the second is not asked while the first is not.
        private final class Pair: NSObject {
            let first = ManualLoadable()
            let second = ManualLoadable()
            var third: ManualLoadable?
            var isReady: Bool { first.loadStatus == .loaded && second.loadStatus == .loaded }
        }

        @Test func `what a value is computed of later is followed, too`() async {
            let pair = Pair()
            let ready = pair.observe(\.isReady, options: [.old, .new]) { [told] _, change in told.add(change) { "\($0)" } }
            pair.first.begin()
            pair.first.loadDidFinishWithError(nil)
            pair.second.begin()
            pair.second.loadDidFinishWithError(nil)
            await told.wait(for: 4)
            #expect(told.entries.last == "false → true" && !told.entries.dropLast().contains { $0.hasSuffix("true") })
            let other = Told()
            let optional = pair.observe(\.third?.loadStatus, options: .new) { _, change in
                other.add(change) { "\($0?.rawValue ?? 9)" }
            }
            #expect(other.entries.isEmpty)
            ready.invalidate()
            optional.invalidate()
        }

        @Test func `values that were not asked for are not there, and a prior call comes before the other`() async {
            let loadable = ManualLoadable()
            let observation = observe(loadable, \.loadStatus, [.prior, .old])
            let bare = observe(loadable, \.loadStatus, [])
            loadable.load(completion: nil)
            #expect(told.entries == ["prior NotLoaded → -", "NotLoaded → -", "- → -"])
            observation.invalidate()
            bare.invalidate()
        }

        @Test func `the load error is told when it comes and when it goes`() async {
            let loadable = ManualLoadable()
            let observation = loadable.observe(\.loadError, options: [.old, .new]) { [told] _, change in told.add(change, code) }
            loadable.begin()
            loadable.loadDidFinishWithError(NSError(domain: "x", code: 7))
            loadable.begin(retrying: true)
            loadable.loadDidFinishWithError(nil)
            #expect(told.entries == ["nil → 7", "7 → nil"])
            observation.invalidate()
        }

        @Test func `a cancelled load tells of the error that the subclass has for it`() async {
            let loadable = RefusingLoadable()
            let observation = loadable.observe(\.loadError, options: [.old, .new]) { [told] _, change in told.add(change, code) }
            await withCheckedContinuation { continuation in
                loadable.begin { _ in continuation.resume() }
                loadable.cancelLoad()
            }
            #expect(told.entries == ["nil → \(NSUserCancelledError)", "\(NSUserCancelledError) → 42"])
            observation.invalidate()
        }

        @Test func `what a change entails is answered after it was told`() async {
            let loadable = ManualLoadable()
            let observation = observe(loadable, \.loadStatus)
            await withCheckedContinuation { continuation in
                loadable.begin { [told] _ in
                    told.add("completion")
                    continuation.resume()
                }
                loadable.loadDidFinishWithError(nil)
            }
            #expect(told.entries == ["NotLoaded → Loading", "Loading → Loaded", "completion"])
            observation.invalidate()
        }

        @Test func `a task of Cairn tells of its loading, before its completions`() async {
            let gate = Gate()
            let image = AGSLoadableImage {
                try await gate.pass()
                return Data()
            }
            let observation = observe(image, \.loadStatus, [.initial, .old, .new])
            await withCheckedContinuation { continuation in
                image.load { [told] _ in
                    told.add("completion")
                    continuation.resume()
                }
                gate.open()
            }
            #expect(told.entries == ["- → NotLoaded", "NotLoaded → Loading", "Loading → Loaded", "completion"])
            observation.invalidate()
        }

        @Test func `completions wait for an observer of a task of Cairn that blocks`() async {
            let (image, mayGoOn) = (AGSLoadableImage { nil }, DispatchSemaphore(value: 0))
            let observation = image.observe(\.loadStatus, options: .new) { [told] _, change in
                mayGoOn.wait()
                told.add("\(change.newValue!)")
            }
            await withCheckedContinuation { continuation in
                let token = NotificationCenter.default.addObserver(
                    forName: AGSLoadableDidLoadNotification, object: image, queue: nil
                ) { _ in
                    // Twice: a completion that does not wait is on its way.
                    DispatchQueue.main.async { DispatchQueue.main.async { continuation.resume() } }
                }
                image.load { [told] _ in
                    told.add("completion")
                    NotificationCenter.default.removeObserver(token)
                }
            }
            #expect(told.entries.isEmpty && image.loadStatus == .loaded)
            mayGoOn.signal()
            mayGoOn.signal()
            await told.wait(for: 3)
            #expect(told.entries == ["loading", "loaded", "completion"])
            observation.invalidate()
        }

        @Test func `a task of Cairn that is cancelled tells that it has failed, and of no state between`() async {
            let gate = Gate()
            let image = AGSLoadableImage {
                try await gate.pass()
                return nil
            }
            let statuses = observe(image, \.loadStatus)
            let errors = Told()
            let observation = image.observe(\.loadError, options: [.new]) { _, change in errors.add(change, code) }
            let error: (any Error)? = await withCheckedContinuation { continuation in
                image.load { continuation.resume(returning: $0) }
                image.cancelLoad()
            }
            #expect((error as NSError?)?.code == NSUserCancelledError)
            #expect(told.entries == ["NotLoaded → Loading", "Loading → FailedToLoad"])
            #expect(errors.entries == ["- → \(NSUserCancelledError)"])
            statuses.invalidate()
            observation.invalidate()
        }

        @Test func `two observers of a task of Cairn are told each once`() async {
            let image = AGSLoadableImage { nil }
            let other = Told()
            let first = observe(image, \.loadStatus)
            let second = image.observe(\.loadStatus, options: [.old, .new]) { _, change in
                other.add(change, AGSLoadStatusAsString)
            }
            await withCheckedContinuation { continuation in image.load { _ in continuation.resume() } }
            #expect(told.entries == ["NotLoaded → Loading", "Loading → Loaded"] && other.entries == told.entries)
            first.invalidate()
            second.invalidate()
        }

        @Test func `a subclass observes itself, and a key path may go on`() async {
            let folder = SelfObserving(told)
            folder.begin()
            #expect(told.entries == ["1 of 1"])
        }

        @Test func `a property that is computed of what is observed is told of, too`() {
            let front = FrontOfLoadable()
            let observation = front.observe(\.isReady, options: [.old, .new]) { [told] _, change in told.add(change) { "\($0)" } }
            front.inner.begin()
            front.inner.loadDidFinishWithError(nil)
            #expect(told.entries == ["false → false", "false → true"])
            observation.invalidate()
        }

        @Test func `what nobody tells of has its initial call and no more`() {
            let loadable = ManualLoadable()
            let observation = loadable.observe(\.description.isEmpty, options: [.initial, .new]) { [told] _, change in
                told.add(change) { "\($0)" }
            }
            loadable.begin()
            #expect(told.entries == ["- → false"])
            observation.invalidate()
        }

        @Test func `the loader of the seeds is told how its surrogate stands before its completion`() async {
            let frog = FrogLoader { $0("🐸", nil) }
            let status = await withCheckedContinuation { continuation in
                frog.load { _ in continuation.resume(returning: frog.loadStatus) }
            }
            #expect(status == .loaded)
        }
    }

    /// Has an error of its own for a cancellation.
    private final class RefusingLoadable: ManualLoadable {
        override func doCancelLoading() { loadDidFinishWithError(NSError(domain: "mine", code: 42)) }
    }

    private final class SelfObserving: ManualLoadable {
        private var observation: NSKeyValueObservation?

        init(_ told: Told) {
            super.init()
            observation = self.observe(\.loadStatus.rawValue, options: .new) { folder, change in
                told.add("\(change.newValue!) of \(folder.loadStatus.rawValue)")
            }
        }
    }

    /// Shows the state of another.
    private final class FrontOfLoadable: NSObject {
        let inner = ManualLoadable()
        var isReady: Bool { inner.loadStatus == .loaded }
    }
#endif
