import CairnTesting
import Testing

@testable import CairnCore

/// What a change entails for others is done after the lock has been given back, and in its order.
@Suite(.timeLimit(.minutes(10)))
struct GuardedTests {
    private struct Refused: Error {}

    /// Asks something when it is let go of.
    private final class Curious: Sendable {
        let ask: @Sendable () -> Void
        init(_ ask: @escaping @Sendable () -> Void) { self.ask = ask }
        deinit { ask() }
    }

    private final class Register: Sendable {
        let entries = Guarded<[String]>([])

        func note(_ entry: String) {
            entries.change { entries, _ in entries.append(entry) }
        }
    }

    private let register = Register()

    @Test func `whatever is to be done may change the same state, and is done in the order it was decided`() async {
        let task = Task<Void, Never> { [register] in
            await withTaskCancellationHandler {
                _ = try? await Gate().pass()
            } onCancel: {
                register.note("cancelled")
            }
        }
        await withCheckedContinuation { continuation in
            register.entries.change { [register] entries, wakes in
                wakes.release(Curious { register.note("let go") })
                wakes.call { register.note("called") }
                wakes.cancel(task)
                wakes.resume(Waiter<Never>(continuation))
                entries.append("changed")
            }
        }
        await task.value
        let entries = register.entries.read(\.self)
        #expect(entries.first == "changed" && Set(entries) == ["changed", "called", "cancelled", "let go"])
        #expect(entries.firstIndex(of: "called")! < entries.firstIndex(of: "cancelled")!)
    }

    @Test func `what was decided before an error is done all the same`() {
        #expect(throws: Refused.self) {
            try register.entries.change { [register] (entries, wakes) throws(Refused) in
                wakes.call { register.note("called") }
                throw Refused()
            }
        }
        #expect(register.entries.read(\.self) == ["called"])
    }

    #if DEBUG && !CAIRN_APP_CONTAINER
        @Test func `what was decided and is dropped undone stops a debug build`() async {
            await #expect(processExitsWith: .failure) {
                var wakes = Wakes()
                wakes.call {}
            }
        }
    #endif
}
