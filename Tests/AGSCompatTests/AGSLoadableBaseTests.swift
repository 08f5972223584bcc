@testable import AGSCompat
import CairnCallbacks
import CairnCore
import CairnTesting
import Dispatch
import Foundation
import Testing

/// What has happened, in order, from whatever thread.
final class LegacyLog: @unchecked Sendable {
    // Proof: behind the lock.
    private let lock = NSLock()
    private var lines: [String] = []

    var entries: [String] {
        lock.lock()
        defer { lock.unlock() }
        return lines
    }

    func add(_ line: String) {
        lock.lock()
        lines.append(line)
        lock.unlock()
    }
}

/// A subclass as it is written: nothing but overrides.
class RecordingLoadable: AGSLoadableBase {
    let log: LegacyLog
    var onStart: (RecordingLoadable) -> Void = { _ in }
    var onCancel: (RecordingLoadable) -> Void = { _ in }

    init(log: LegacyLog = LegacyLog()) {
        self.log = log
    }

    override func doStartLoading(_ retrying: Bool) {
        log.add("start \(retrying)")
        onStart(self)
    }

    override func doCancelLoading() {
        log.add("stop")
        onCancel(self)
    }

    override func onLoadStatusChanged() {
        log.add(AGSLoadStatusAsString(loadStatus) + (loadError.map { " \(($0 as NSError).code)" } ?? ""))
    }
}

@Suite(.timeLimit(.minutes(30)), .serialized)
@MainActor
struct AGSLoadableBaseTests {
    let log = LegacyLog()

    private func error(_ code: Int) -> NSError { NSError(domain: "test", code: code) }

    private func load(_ loadable: any AGSLoadable, retrying: Bool = false) async -> NSError? {
        await withCheckedContinuation { continuation in
            let completion: ((any Error)?) -> Void = { error in
                #expect(CallbackQueue.isMain)
                continuation.resume(returning: error as NSError?)
            }
            if retrying { loadable.retryLoad(completion: completion) } else { loadable.load(completion: completion) }
        }
    }

    private func wait(for line: String, count: Int = 1) async {
        while log.entries.count(where: { $0 == line }) < count { await Task.yield() }
    }

    /// Begins an attempt, and cancels it as soon as it has begun.
    private func beginAndCancel(_ loadable: RecordingLoadable) async {
        loadable.load(completion: nil)
        await wait(for: "start false")
        loadable.cancelLoad()
        await wait(for: "stop")
    }

    @Test func `one that nobody keeps loads to its end`() async {
        for _ in 0..<rounds(100) {
            let error = await withCheckedContinuation { continuation in
                AGSLoadableBase().load { continuation.resume(returning: $0 as NSError?) }
            }
            #expect(error == nil)
        }
    }

    @Test func `one that nobody keeps, its request neither, is there when that answers`() async {
        weak var object: RecordingLoadable?
        do {
            let loadable = RecordingLoadable(log: log)
            object = loadable
            loadable.load { [log] _ in log.add("answered") }
        }
        await wait(for: "start false")
        // Time for whoever has started it to let it go.
        for _ in 0..<1000 where object != nil { await Task.yield() }
        let isThere = object != nil
        object?.loadDidFinishWithError(nil)
        #expect(isThere)
        if isThere { await wait(for: "answered") }
    }

    @Test func `it is let go when it has ended, or was cancelled`() async {
        weak var gone: AGSLoadableBase?
        for isCancelled in [false, true] {
            do {
                let loadable = RecordingLoadable(log: log)
                gone = loadable
                if !isCancelled { loadable.onStart = { $0.loadDidFinishWithError(nil) } }
                loadable.load(completion: nil)
                await wait(for: "start false", count: isCancelled ? 2 : 1)
                loadable.cancelLoad()
            }
            while gone != nil { await Task.yield() }
        }
    }

    @Test func `every change of the status is told, in order, before its completions`() async {
        for _ in 0..<rounds(150) {
            let loadable = RecordingLoadable()
            loadable.onStart = { $0.loadDidFinishWithError(nil) }
            let log = loadable.log
            await withCheckedContinuation { continuation in
                loadable.load { _ in
                    log.add("completion")
                    continuation.resume()
                }
            }
            #expect(log.entries.filter { $0 != "start false" } == ["Loading", "Loaded", "completion"])
        }
    }

    @Test func `the surrogate's proxy has been told that it is loaded when the completion runs`() async {
        for _ in 0..<rounds(150) {
            let kermit = FrogLoader { fetched in DispatchQueue.global().async { fetched("🐸", nil) } }
            let (status, image) = await withCheckedContinuation { continuation in
                kermit.load { _ in continuation.resume(returning: (kermit.loadStatus, kermit.frogImage)) }
            }
            #expect(status == .loaded && image == "🐸")
        }
    }

    @Test func `who cancels finds it failed at once, and completions are answered in the order of the calls`() async {
        let loadable = RecordingLoadable(log: log)
        loadable.load { _ in self.log.add("first") }
        loadable.load { _ in self.log.add("second") }
        await wait(for: "start false")
        loadable.load { _ in self.log.add("third") }
        loadable.cancelLoad()
        #expect(loadable.loadStatus == .failedToLoad && (loadable.loadError as NSError?)?.code == NSUserCancelledError)
        loadable.load { _ in self.log.add("fourth") }
        #expect((await load(loadable))?.code == NSUserCancelledError)
        #expect(log.entries == ["Loading", "start false", "FailedToLoad 3072", "stop", "first", "second", "third", "fourth"])
    }

    @Test func `the error that the subclass gives before its cancelling returns is what the callers get`() async {
        let loadable = RecordingLoadable(log: log)
        loadable.onCancel = { [error = error(7)] in $0.loadDidFinishWithError(error) }
        async let first = load(loadable)
        await wait(for: "start false")
        loadable.cancelLoad()
        #expect(await first?.code == 7)
        #expect((loadable.loadError as NSError?)?.code == 7 && loadable.loadStatus == .failedToLoad)
        #expect(await load(loadable)?.code == 7)
        // What has answered owes nothing: the next answer is the next attempt's.
        async let second = load(loadable, retrying: true)
        await wait(for: "start true")
        loadable.loadDidFinishWithError(nil)
        #expect(await second == nil && loadable.loadStatus == .loaded)
    }

    @Test func `a late answer of a cancelled attempt does not end the next`() async {
        let loadable = RecordingLoadable(log: log)
        async let first = load(loadable)
        await wait(for: "start false")
        loadable.cancelLoad()
        #expect(await first?.code == NSUserCancelledError)
        async let second = load(loadable, retrying: true)
        await wait(for: "start true")
        loadable.loadDidFinishWithError(error(1))
        #expect(loadable.loadStatus == .loading)
        loadable.loadDidFinishWithError(nil)
        #expect(await second == nil && loadable.loadStatus == .loaded)
        loadable.loadDidFinishWithError(error(2))
        #expect(loadable.loadStatus == .loaded && loadable.loadError == nil)
    }

    @Test func `what a cancelled attempt says of its cancellation is never the next one's`() async {
        let loadable = RecordingLoadable(log: log)
        loadable.onCancel = { $0.loadDidFinishWithError(CocoaError(.userCancelled)) }
        await beginAndCancel(loadable)
        loadable.onCancel = { _ in }
        async let second = load(loadable, retrying: true)
        await wait(for: "start true")
        loadable.cancelLoad()
        #expect(await second?.code == NSUserCancelledError)
        async let third = load(loadable, retrying: true)
        await wait(for: "start true", count: 2)
        loadable.loadDidFinishWithError(NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled))
        #expect(loadable.loadStatus == .loading)
        loadable.loadDidFinishWithError(nil)
        #expect(await third == nil)
    }

    @Test func `of two answers the success counts, and every one that comes is counted`() async {
        // The current attempt's own answer, then the late one of the attempt before.
        let loadable = RecordingLoadable(log: log)
        await beginAndCancel(loadable)
        async let second = load(loadable, retrying: true)
        await wait(for: "start true")
        loadable.loadDidFinishWithError(nil)
        loadable.loadDidFinishWithError(error(1))
        #expect(await second == nil && loadable.loadStatus == .loaded)
        // Three attempts that answer in their order, the third last, the second being cancelled while an answer is held back.
        let other = RecordingLoadable()
        other.load(completion: nil)
        while !other.log.entries.contains("start false") { await Task.yield() }
        other.cancelLoad()
        other.retryLoad(completion: nil)
        while !other.log.entries.contains("start true") { await Task.yield() }
        other.loadDidFinishWithError(error(1))
        other.cancelLoad()
        while other.log.entries.count(where: { $0 == "stop" }) < 2 { await Task.yield() }
        async let third = load(other, retrying: true)
        while other.log.entries.count(where: { $0 == "start true" }) < 2 { await Task.yield() }
        other.loadDidFinishWithError(error(2))
        #expect(other.loadStatus == .loading)
        other.loadDidFinishWithError(nil)
        #expect(await third == nil)
    }

    @Test func `a cancelled attempt that has answered, and says once more that it was cancelled, does not end the next`() async {
        let loadable = RecordingLoadable(log: log)
        loadable.onCancel = { $0.loadDidFinishWithError(CocoaError(.userCancelled)) }
        await beginAndCancel(loadable)
        async let second = load(loadable, retrying: true)
        await wait(for: "start true")
        loadable.loadDidFinishWithError(NSError(domain: NSURLErrorDomain, code: NSURLErrorCancelled))
        #expect(loadable.loadStatus == .loading)
        loadable.loadDidFinishWithError(nil)
        #expect(await second == nil && loadable.loadStatus == .loaded)
    }

    @Test func `a worker that an earlier attempt has begun may answer for later ones`() async {
        let (loadable, wanted) = (RecordingLoadable(log: log), Level(0))
        loadable.onStart = { loadable in
            let shared = Carried(loadable)
            if wanted.value == 0 {
                Task {
                    for await count in wanted.values where count > 0 {
                        shared.value.loadDidFinishWithError(count == 1 ? NSError(domain: "first", code: 1) : nil)
                        if count == 2 { break }
                    }
                }
            }
            wanted.send(wanted.value + 1)
        }
        #expect(await load(loadable)?.code == 1)
        #expect(await load(loadable, retrying: true) == nil)
    }

    @Test func `completions come in the order of the calls, and may load again as often as they like`() async {
        for _ in 0..<rounds(50, long: 100_000) {
            let (loadable, order) = (RecordingLoadable(), LegacyLog())
            loadable.onStart = { $0.loadDidFinishWithError(nil) }
            await withCheckedContinuation { continuation in
                loadable.load { _ in order.add("first") }
                while loadable.loadStatus == .loading { sched_yield() }
                loadable.load { _ in
                    order.add("second")
                    continuation.resume()
                }
                #expect(order.entries.isEmpty)
            }
            #expect(order.entries == ["first", "second"])
        }
        let loadables = (0..<3000).map { _ in AGSLoadableBase() }
        for loadable in loadables { _ = await load(loadable) }
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            func loadNext(_ index: Int) {
                if index == loadables.count { return continuation.resume() }
                loadables[index].load { _ in loadNext(index + 1) }
            }
            loadNext(0)
        }
    }

    /// As old code has it: objects of the SDK go from queue to queue.
    @Test func `objects are taken to other queues without a warning`() async {
        let (base, point, parameters) = (AGSLoadableBase(), AGSPoint(x: 1, y: 2, spatialReference: nil), AGSGeocodeParameters())
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                parameters.maxResults = point.x > 0 ? 5 : 6
                base.load { _ in continuation.resume() }
            }
        }
        #expect(parameters.maxResults == 5)
    }

    @Test func `an attempt that was cancelled and never answers does not keep the next from ending`() async {
        let clock = ManualClock()
        let loadable = BaseLoading.$clock.withValue(clock) { RecordingLoadable(log: log) }
        await beginAndCancel(loadable)
        async let second = load(loadable, retrying: true)
        await wait(for: "start true")
        loadable.loadDidFinishWithError(nil)
        #expect(loadable.loadStatus == .loading)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: BaseLoadingState.patience)
        #expect(await second == nil && loadable.loadStatus == .loaded)
    }

    @Test func `what is said within a start, or by a Swift task of it, is known for its own`() async {
        let loadable = RecordingLoadable(log: log)
        let gate = Gate()
        loadable.onStart = { loadable in
            let isFirst = loadable.log.entries.count(where: { $0.hasPrefix("start") }) == 1
            let late = Carried(loadable)
            if isFirst {
                Task {
                    await gate.passUncancelled()
                    late.value.loadDidFinishWithError(NSError(domain: "late", code: 9))
                    late.value.log.add("late")
                }
            } else if loadable.log.entries.contains("late") {
                loadable.loadDidFinishWithError(nil)
            }
        }
        await beginAndCancel(loadable)
        loadable.retryLoad(completion: nil)
        await wait(for: "start true")
        gate.open()
        await wait(for: "late")
        #expect(loadable.loadStatus == .loading)
        loadable.cancelLoad()
        #expect(await load(loadable, retrying: true) == nil)
    }

    @Test func `what a cancelled attempt says that has answered, and is known, ends no other`() async {
        let (loadable, gate) = (RecordingLoadable(log: log), Gate())
        loadable.onCancel = { $0.loadDidFinishWithError(CocoaError(.userCancelled)) }
        loadable.onStart = { loadable in
            guard loadable.log.entries.count(where: { $0.hasPrefix("start") }) == 1 else { return }
            let late = Carried(loadable)
            Task {
                await gate.passUncancelled()
                late.value.loadDidFinishWithError(URLError(.timedOut))
                late.value.log.add("late")
            }
        }
        await beginAndCancel(loadable)
        async let second = load(loadable, retrying: true)
        await wait(for: "start true")
        gate.open()
        await wait(for: "late")
        #expect(loadable.loadStatus == .loading)
        loadable.loadDidFinishWithError(nil)
        #expect(await second == nil)
    }

    @Test func `a request that says twice that it was cancelled leaves a slow load the time it needs`() async {
        let clock = ManualClock()
        let loadable = BaseLoading.$clock.withValue(clock) { RecordingLoadable(log: log) }
        loadable.onCancel = { $0.loadDidFinishWithError(CancellationError()) }
        async let first = load(loadable)
        await wait(for: "start false")
        loadable.cancelLoad()
        #expect(await first?.code == NSUserCancelledError && (loadable.loadError as NSError?)?.code == NSUserCancelledError)
        async let second = load(loadable, retrying: true)
        await wait(for: "start true")
        loadable.loadDidFinishWithError(URLError(.cancelled))
        await clock.sleepers(atLeast: 1)
        clock.advance(by: BaseLoadingState.patience)
        #expect(loadable.loadStatus == .loading)
        // If nothing else ever comes, it was this load's after all.
        clock.advance(by: BaseLoadingState.patienceWithCancellation)
        #expect(await second != nil && loadable.loadStatus == .failedToLoad)
        // After an end of its own a load that says so was cancelled.
        async let third = load(loadable, retrying: true)
        await wait(for: "start true", count: 2)
        loadable.loadDidFinishWithError(URLError(.cancelled))
        #expect(await third != nil)
    }

    @Test func `an answer that is held back does not keep the object that has ended`() async {
        weak var gone: RecordingLoadable?
        let clock = ManualClock()
        do {
            let loadable = BaseLoading.$clock.withValue(clock) { RecordingLoadable(log: log) }
            gone = loadable
            await beginAndCancel(loadable)
            async let second = load(loadable, retrying: true)
            await wait(for: "start true")
            loadable.loadDidFinishWithError(error(1))
            await clock.sleepers(atLeast: 1)
            loadable.loadDidFinishWithError(nil)
            _ = await second
        }
        // Its queue lets go of it when the last override has returned.
        while gone != nil { await Task.yield() }
    }

    @Test func `one that is cancelled before it has started is not started`() async {
        let loadable = RecordingLoadable(log: log)
        let blocker = DispatchSemaphore(value: 0)
        loadable.onStart = { _ in blocker.wait() }
        loadable.load(completion: nil)
        await wait(for: "start false")
        loadable.cancelLoad()
        loadable.retryLoad(completion: nil)
        loadable.cancelLoad()
        #expect(loadable.loadStatus == .failedToLoad)
        blocker.signal()
        loadable.onStart = { $0.loadDidFinishWithError(nil) }
        #expect(await load(loadable, retrying: true) == nil)
        #expect(log.entries.count(where: { $0.hasPrefix("start") }) == 2)
    }

    @Test func `a hook may command`() async {
        final class Restless: AGSLoadableBase {
            var seen: [AGSLoadStatus] = []
            override func doStartLoading(_ retrying: Bool) { if retrying { loadDidFinishWithError(nil) } }
            override func onLoadStatusChanged() {
                seen.append(loadStatus)
                if seen == [.loading] { cancelLoad() }
                if seen == [.loading, .failedToLoad] { retryLoad() }
                #expect(seen.last == loadStatus)
            }
        }
        let loadable = Restless()
        let error = await load(loadable)
        #expect(error?.code == NSUserCancelledError)
        #expect(await load(loadable) == nil)
        #expect(loadable.seen == [.loading, .failedToLoad, .loading, .loaded])
    }

    @Test func `commands from many threads answer every load once, and end`() async {
        let watchdog = Watchdog("AGSLoadableBase")
        for round in 0..<rounds(50) {
            let (loadable, answers) = (RecordingLoadable(), LegacyLog())
            loadable.onStart = { loadable in
                let late = Carried(loadable)
                if round % 3 == 0 { return loadable.loadDidFinishWithError(nil) }
                DispatchQueue.global().async { late.value.loadDidFinishWithError(nil) }
            }
            watchdog.step { loadable.log.entries.joined(separator: "\n") }
            let shared = Carried(loadable)
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<6 {
                    group.addTask {
                        for turn in 0..<4 {
                            switch (worker + turn + round) % 3 {
                            case 0: shared.value.load { _ in answers.add("answer") }
                            case 1: shared.value.retryLoad { _ in answers.add("answer") }
                            default: shared.value.cancelLoad()
                            }
                        }
                    }
                }
            }
            while answers.entries.count < 16 { await Task.yield() }
            #expect(answers.entries.count == 16)
            // Each change goes from what was told before to something else.
            let told = loadable.log.entries.filter { !$0.hasPrefix("st") }
            #expect(zip(told, told.dropFirst()).allSatisfy { $0 != $1 } && told.first == "Loading")
        }
    }
}
