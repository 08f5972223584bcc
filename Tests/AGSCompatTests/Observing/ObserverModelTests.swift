#if !CAIRN_OBJC
    import CairnTesting
    import Foundation
    import Testing

    @testable import AGSCompat

    /// Observations against a model, with commands in any order.
    @Suite(.timeLimit(.minutes(10)))
    struct ObserverModelTests {
        private struct Trouble: Error {}

        /// What one observer is to be told.
        private final class Expected {
            var lines: [String] = []
            let told = Told()
            var observation: NSKeyValueObservation?
        }

        @Test func `observers that come and go are told what a model says`() {
            for seed in 0..<UInt64(rounds(200, long: 20_000)) {
                var random = SeededGenerator(seed: seed)
                run(&random)
            }
        }

        private func run(_ random: inout SeededGenerator) {
            let loadable = ManualLoadable()
            var status = AGSLoadStatus.notLoaded
            var observers: [Expected] = []
            func move(to new: AGSLoadStatus) {
                let line = "\(AGSLoadStatusAsString(status)) → \(AGSLoadStatusAsString(new))"
                for observer in observers where observer.observation != nil { observer.lines.append(line) }
                status = new
            }
            for _ in 0..<Int.random(in: 1...30, using: &random) {
                switch Int.random(in: 0..<6, using: &random) {
                case 0:
                    observers.append(observe(loadable, status))
                case 1:
                    guard let observer = observers.randomElement(using: &random) else { continue }
                    if Bool.random(using: &random) { observer.observation?.invalidate() }
                    observer.observation = nil
                case 2 where status == .notLoaded || status == .failedToLoad:
                    loadable.begin(retrying: status == .failedToLoad)
                    move(to: .loading)
                case 3 where status == .loading:
                    loadable.loadDidFinishWithError(Trouble())
                    move(to: .failedToLoad)
                case 4 where status == .loading && Int.random(in: 0..<4, using: &random) == 0:
                    loadable.loadDidFinishWithError(nil)
                    move(to: .loaded)
                default: continue
                }
                #expect(loadable.loadStatus == status)
                for observer in observers { #expect(observer.told.entries == observer.lines) }
            }
        }

        private func observe(_ loadable: ManualLoadable, _ status: AGSLoadStatus) -> Expected {
            let observer = Expected()
            observer.lines = ["- → \(AGSLoadStatusAsString(status))"]
            let told = observer.told
            observer.observation = loadable.observe(\.loadStatus, options: [.initial, .old, .new]) { _, change in
                told.add(change, AGSLoadStatusAsString)
            }
            return observer
        }

        @Test func `changes on many threads are told as one chain that ends with the last`() async {
            for _ in 0..<rounds(50, long: 5_000) {
                let image = AGSLoadableImage { nil }
                let told = Told()
                let observation = image.observe(\.loadStatus, options: [.old, .new]) { _, change in
                    told.add("\(AGSLoadStatusAsString(change.oldValue!)) \(AGSLoadStatusAsString(change.newValue!))")
                }
                await withTaskGroup(of: Void.self) { group in
                    for caller in 0..<4 {
                        group.addTask {
                            await withCheckedContinuation { continuation in
                                image.retryLoad { _ in continuation.resume() }
                                if caller == 0 { image.cancelLoad() }
                            }
                        }
                    }
                }
                await withCheckedContinuation { continuation in image.retryLoad { _ in continuation.resume() } }
                let steps = told.entries.map { $0.split(separator: " ").map(String.init) }
                #expect(steps.first?[0] == "NotLoaded" && steps.last?[1] == "Loaded")
                for (before, after) in zip(steps, steps.dropFirst()) { #expect(before[1] == after[0] && after[0] != after[1]) }
                observation.invalidate()
            }
        }
    }
#endif
