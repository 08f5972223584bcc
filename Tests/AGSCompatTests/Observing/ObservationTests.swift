#if !CAIRN_OBJC
    import CairnTesting
    import Foundation
    import Testing

    @testable import AGSCompat

    /// How an observation lives and ends, and what its handler may do.
    @Suite(.timeLimit(.minutes(10)))
    struct ObservationTests {
        let told = Told()

        @Test func `nothing is told after an observation was invalidated`() {
            let loadable = ManualLoadable()
            let observation = loadable.observe(\.loadStatus) { [told] _, _ in told.add("told") }
            loadable.begin()
            observation.invalidate()
            observation.invalidate()
            loadable.loadDidFinishWithError(nil)
            #expect(told.entries == ["told"])
        }

        @Test func `an observation ends when it is let go of, and lets its closure go`() {
            let loadable = ManualLoadable()
            weak var captured: NSObject?
            do {
                let object = NSObject()
                captured = object
                let observation = loadable.observe(\.loadStatus) { [told] _, _ in told.add("\(object)") }
                #expect(captured != nil)
                withExtendedLifetime(observation) {}
            }
            #expect(captured == nil)
            loadable.begin()
            #expect(told.entries.isEmpty)
        }

        @Test func `neither keeps the other`() {
            weak var kept: ManualLoadable?
            var observation: NSKeyValueObservation?
            do {
                let loadable = ManualLoadable()
                kept = loadable
                observation = loadable.observe(\.loadStatus, options: .initial) { [told] _, _ in told.add("told") }
            }
            #expect(kept == nil && told.entries == ["told"])
            observation?.invalidate()
        }

        @Test func `a handler may end its observation, and begin another`() {
            let loadable = ManualLoadable()
            var observations: [NSKeyValueObservation] = []
            observations.append(
                loadable.observe(\.loadStatus, options: .new) { [told] loadable, change in
                    told.add("first \(change.newValue!)")
                    observations[0].invalidate()
                    observations.append(
                        loadable.observe(\.loadStatus, options: .new) { [told] _, change in told.add("second \(change.newValue!)")
                        })
                })
            loadable.begin()
            loadable.loadDidFinishWithError(nil)
            #expect(told.entries == ["first loading", "second loaded"])
            observations = []
        }

        @Test func `a change that a handler brings about is told after the one it was told of`() {
            let loadable = ManualLoadable()
            let observation = loadable.observe(\.loadStatus, options: [.old, .new]) { [told] loadable, change in
                if change.newValue == .loading { loadable.cancelLoad() }
                told.add(change, AGSLoadStatusAsString)
            }
            loadable.load(completion: nil)
            #expect(told.entries == ["NotLoaded → Loading", "Loading → FailedToLoad"])
            observation.invalidate()
        }

        @Test func `a handler may let go of the object and of the observation`() {
            weak var kept: ManualLoadable?
            var holder: (object: ManualLoadable?, observation: NSKeyValueObservation?)
            holder.object = ManualLoadable()
            kept = holder.object
            holder.observation = kept!.observe(\.loadStatus, options: .new) { [told] _, change in
                told.add("\(change.newValue!)")
                if change.newValue == .loaded { holder = (nil, nil) }
            }
            holder.object?.begin()
            holder.object?.loadDidFinishWithError(nil)
            #expect(told.entries == ["loading", "loaded"] && holder.object == nil && holder.observation == nil)
        }

        @Test func `a change on another thread waits for the call that is under way, and nobody waits for that`() async {
            let loadable = ManualLoadable()
            let (isIn, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let observation = loadable.observe(\.loadStatus, options: [.old, .new]) { [told] _, change in
                if change.newValue == .loading {
                    isIn.signal()
                    mayGoOn.wait()
                }
                told.add(change, AGSLoadStatusAsString)
            }
            Thread { loadable.load(completion: nil) }.start()
            isIn.wait()
            // It has not been announced that loading has begun, so that nothing has been started.
            loadable.cancelLoad()
            #expect(told.entries.isEmpty)
            mayGoOn.signal()
            await told.wait(for: 2)
            #expect(told.entries == ["NotLoaded → Loading", "Loading → FailedToLoad"])
            observation.invalidate()
        }

        @Test func `a change during the initial call is told after it`() async {
            let loadable = ManualLoadable()
            let (isIn, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let observing = Thread { [told] in
                var observation: NSKeyValueObservation?
                observation = loadable.observe(\.loadStatus, options: [.initial, .old, .new]) { [told] _, change in
                    if change.oldValue == nil {
                        isIn.signal()
                        mayGoOn.wait()
                    }
                    told.add(change, AGSLoadStatusAsString)
                }
                observation?.invalidate()
            }
            observing.start()
            isIn.wait()
            loadable.begin()
            #expect(told.entries.isEmpty)
            mayGoOn.signal()
            await told.wait(for: 2)
            #expect(told.entries == ["- → NotLoaded", "NotLoaded → Loading"])
        }
    }
#endif
