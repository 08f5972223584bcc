#if CAIRN_DARWIN
    import CairnTesting
    import Foundation
    import Testing

    @testable import TSKCompat

    /// What key-value observers are told, short of the Objective-C runtime that tells them.
    @Suite(.timeLimit(.minutes(10)))
    struct ObservingTests {
        let recorder = Recorder()
        let workflow = TSKWorkflow(name: "W")

        @Test func `observers are told of each state with the one before it`() async {
            let (a, b) = (ObservedTask("A", recorder), ObservedTask("B", recorder))
            workflow.add(a, prerequisites: nil)
            workflow.add(b, prerequisites: [a])
            #expect(recorder.entries == ["B state ready → pending"])
            workflow.start()
            await recorder.wait(for: "A main")
            a.fail(with: TestError(1))
            a.retry()
            await recorder.wait(for: "A main", count: 2)
            a.finish(with: "x")
            await recorder.wait(for: "B main")
            b.cancel()
            workflow.reset()
            #expect(
                recorder.entries.filter { $0.contains("A state") } == [
                    "A state ready → executing", "A state executing → failed", "A state failed → pending",
                    "A state pending → ready",
                    "A state ready → executing", "A state executing → finished", "A state finished → pending",
                    "A state pending → ready",
                ])
            #expect(
                recorder.entries.filter { $0.contains("B state") } == [
                    "B state ready → pending", "B state pending → ready", "B state ready → executing",
                    "B state executing → cancelled", "B state cancelled → pending",
                ])
        }

        @Test func `what is told last is how the task stands, whichever threads have changed it`() async {
            for _ in 0..<rounds(2000, long: 100_000) {
                let (recorder, workflow) = (Recorder(), TSKWorkflow(name: "W"))
                let task = ObservedTask("A", recorder)
                workflow.add(task, prerequisites: nil)
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { workflow.start() }
                    group.addTask { task.cancel() }
                    group.addTask { task.reset() }
                }
                // Whoever tells does so in a command, or in the operation that calls main.
                await withCheckedContinuation { continuation in
                    workflow.operationQueue.addBarrierBlock { continuation.resume() }
                }
                let state = TSKTaskStateDescription(task.state)!.lowercased()
                #expect(recorder.entries.last { $0.contains("state") }?.hasSuffix("→ \(state)") ?? (task.state == .ready))
            }
        }

        @Test func `what an observer brings about is told after what it was told of`() async {
            let a = ObservedTask("A", recorder)
            workflow.add(a, prerequisites: nil)
            a.onTold = { if $0 == "A result nil → x" { a.reset() } }
            workflow.start()
            await recorder.wait(for: "A main")
            a.finish(with: "x")
            #expect(
                recorder.entries.dropFirst(2) == [
                    "A result nil → x", "A finishDate nil → date", "A state executing → finished", "A result x → nil",
                    "A finishDate date → nil", "A state finished → pending", "A state pending → ready",
                ])
            #expect(a.state == .ready)
        }

        @Test func `what comes with an end is told after the state, with what it was before`() async {
            let a = ObservedTask("A", recorder)
            workflow.add(a, prerequisites: nil)
            workflow.start()
            await recorder.wait(for: "A main")
            a.finish(with: "x")
            let told = recorder.entries.filter { !$0.contains("main") && !$0.contains("ready → executing") }
            #expect(told.sorted() == ["A finishDate nil → date", "A result nil → x", "A state executing → finished"])
        }

        @Test func `a condition tells when it is fulfilled, and when that is taken back`() async {
            let condition = ObservedCondition("C", recorder)
            let a = ObservedTask("A", recorder)
            workflow.add(a, prerequisites: nil)
            workflow.add(condition, prerequisites: [a])
            condition.fulfill(with: 1)
            condition.fulfill(with: 2)
            condition.reset()
            #expect(
                recorder.entries.filter { $0.contains("fulfilled") } == [
                    "C fulfilled false → true", "C fulfilled true → false",
                ])
        }

        #if CAIRN_OBJC
            @Test func `an observer of a key path is told the old value and the new`() {
                let a = ObservedTask("A", recorder)
                workflow.add(a, prerequisites: nil)
                let observation = a.observe(\.isReady, options: [.old, .new]) { [recorder] _, change in
                    recorder.add("isReady \(change.oldValue!) → \(change.newValue!)")
                }
                a.cancel()
                observation.invalidate()
                #expect(recorder.entries.contains("isReady true → false"))
            }
        #endif

        @Test func `a change that is over when it is told shows what it was`() {
            let a = ObservedTask("A", recorder)
            workflow.add(a, prerequisites: nil)
            // While observers are told of the cancellation the task is ready again.
            a.onTold = { if $0 == "A state ready → cancelled" { a.reset() } }
            a.cancel()
            #expect(recorder.entries == ["A state ready → cancelled", "A state cancelled → pending", "A state pending → ready"])
            #expect(a.state == .ready)
        }
    }

    /// Records what an observer of all keys is shown before and after.
    final class ObservedTask: TSKTask, @unchecked Sendable {
        private let changes: Changes
        var onTold: (String) -> Void {
            get { changes.onTold }
            set { changes.onTold = newValue }
        }

        init(_ name: String, _ recorder: Recorder) {
            changes = Changes(recorder)
            super.init(name: name)
        }

        override func main() { changes.recorder.add("\(name!) main") }
        override func willChange(_ key: String) {
            super.willChange(key)
            changes.will(key, self)
        }
        override func didChange(_ key: String) {
            super.didChange(key)
            changes.did(key, self)
        }
    }

    final class ObservedCondition: TSKExternalConditionTask, @unchecked Sendable {
        private let changes: Changes

        init(_ name: String, _ recorder: Recorder) {
            changes = Changes(recorder)
            super.init(name: name)
        }

        override func willChange(_ key: String) {
            super.willChange(key)
            changes.will(key, self)
        }
        override func didChange(_ key: String) {
            super.didChange(key)
            changes.did(key, self)
        }
    }

    final class Changes: @unchecked Sendable {
        let recorder: Recorder
        var onTold: (String) -> Void = { _ in }
        private var old: [String: String] = [:]

        init(_ recorder: Recorder) { self.recorder = recorder }

        func will(_ key: String, _ task: TSKTask) { old[key] = text(key, task) }

        func did(_ key: String, _ task: TSKTask) {
            let entry = "\(task.name!) \(key) \(old[key]!) → \(text(key, task))"
            recorder.add(entry)
            onTold(entry)
        }

        private func text(_ key: String, _ task: TSKTask) -> String {
            guard let value = task.shownValue(forKey: key) else { return "unknown" }
            switch value {
            case let raw as UInt: return TSKTaskStateDescription(TSKTaskState(rawValue: raw)!)!.lowercased()
            case is Date: return "date"
            case let value?: return "\(value)"
            case nil: return "nil"
            }
        }
    }
#endif
