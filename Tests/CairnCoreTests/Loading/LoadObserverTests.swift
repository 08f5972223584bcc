import CairnTesting
import Synchronization
import Testing

@testable import CairnCore

/// Who takes note of each change of a load.
@Suite(.timeLimit(.minutes(10)))
struct LoadObserverTests {
    final class Subject: Loadable {
        let loader = Loader()
        let gate = Gate()
        @concurrent func performLoad() async throws { try await gate.pass() }
    }

    final class Noting: LoadObserver {
        private let lines = Mutex<[String]>([])
        var noted: [String] { lines.withLock(\.self) }
        func note(_ status: LoadStatus, _ wakes: inout Wakes) { lines.withLock { $0.append("\(status)") } }
    }

    @Test func `an observer notes how it stands, and each change once however often it is added`() async throws {
        let (subject, observer) = (Subject(), Noting())
        subject.loader.tell(observer)
        subject.loader.tell(observer)
        let first = Task { try await subject.load() }
        await subject.gate.waiting(for: 1)
        subject.cancelLoad()
        _ = await first.result
        subject.gate.open()
        try await subject.load()
        #expect(observer.noted == ["not loaded", "loading", "not loaded", "loading", "loaded"])
    }

    @Test func `an observer is not kept`() async throws {
        let subject = Subject()
        weak var kept: Noting?
        do {
            let observer = Noting()
            kept = observer
            subject.loader.tell(observer)
        }
        #expect(kept == nil)
        subject.gate.open()
        try await subject.load()
    }
}
