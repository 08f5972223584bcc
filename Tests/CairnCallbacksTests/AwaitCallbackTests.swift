import CairnCallbacks
import CairnCore
import CairnTesting
import Dispatch
import Testing

/// What is awaited is started where the caller runs, and cancelled alike from everywhere.
@Suite(.timeLimit(.minutes(10)))
struct AwaitCallbackTests {
    /// An actor that can be asked, without ending the process, whether it is what runs.
    actor Clerk {
        private static let mark = DispatchSpecificKey<ObjectIdentifier>()
        private let executor = QueueExecutor("clerk")
        private(set) var count = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init() { executor.queue.setSpecific(key: Self.mark, value: ObjectIdentifier(self)) }

        nonisolated var isRunning: Bool { DispatchQueue.getSpecific(key: Self.mark) == ObjectIdentifier(self) }

        func counted() async throws -> (count: Int, wasHere: Bool) {
            let wasHere = try await awaitCallback { done in
                count += 1
                done(.success(isRunning))
                return nil
            }
            return (count, wasHere)
        }
    }

    /// Who awaits.
    enum Caller: CaseIterable, Sendable {
        case main, actor, nobody
    }

    @MainActor private final class Model {
        var count = 0

        func counted() async throws -> (count: Int, wasMain: Bool) {
            let wasMain = try await awaitCallback { done in
                count += 1
                done(.success(CallbackQueue.isMain))
                return nil
            }
            return (count, wasMain)
        }

        /// Where the closure of an old call is called that is made by `start`.
        func isAnsweredOnMain() async throws -> Bool {
            try await awaitCallback { done in
                let operation = CallbackOperation({}) { _ in done(.success(CallbackQueue.isMain)) }
                return { operation.cancel() }
            }
        }
    }

    /// Where a caller runs, and whether that is here.
    private func place(of caller: Caller) -> (actor: (any Actor)?, isHere: @Sendable () -> Bool) {
        let clerk = Clerk()
        return switch caller {
        case .main: (MainActor.shared, { CallbackQueue.isMain })
        case .actor: (clerk, { clerk.isRunning })
        case .nobody: (nil, { true })
        }
    }

    /// Returns when the actor has done with what it was doing.
    private func turn(of actor: isolated (any Actor)?) async {}

    /// The answers of an operation, and of its cancelling.
    private struct Operation: Sendable {
        let kept = Level<Completion<Int>?>(nil)
        let places = Log<Bool>()
        let cancels = Log<Bool>()

        func isStarted(by caller: isolated (any Actor)?, _ start: (Completion<Int>) -> Void = { _ in }) async throws -> Int {
            try await awaitCallback { done in
                start(done)
                kept.send(done)
                return { cancels.append(true) }
            }
        }
    }

    @Test func `a function of the main actor starts its operation on main`() async throws {
        let (count, wasMain) = try await Model().counted()
        #expect(count == 1)
        #expect(wasMain)
    }

    @Test func `an old call that is awaited by a function of the main actor is answered on main`() async throws {
        #expect(try await Model().isAnsweredOnMain())
    }

    @Test func `an actor starts its operation on itself`() async throws {
        let (count, wasHere) = try await Clerk().counted()
        #expect(count == 1)
        #expect(wasHere)
    }

    @Test(arguments: Caller.allCases)
    func `an operation is not started for whoever is cancelled already`(caller: Caller) async {
        let (operation, place) = (Operation(), place(of: caller))
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await operation.isStarted(by: place.actor)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(operation.kept.value == nil)
        #expect(operation.cancels.elements.isEmpty)
    }

    @Test(arguments: Caller.allCases)
    func `whoever is cancelled while the operation is started is answered so, and it is cancelled`(caller: Caller) async {
        let (operation, place) = (Operation(), place(of: caller))
        let task = Task {
            try await operation.isStarted(by: place.actor) { done in
                operation.places.append(place.isHere())
                withUnsafeCurrentTask { $0?.cancel() }
                done(.success(7))
            }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(operation.places.elements == [true])
        #expect(operation.cancels.elements == [true])
    }

    @Test(arguments: Caller.allCases)
    func `whoever is cancelled when the operation has been started is answered so, once`(caller: Caller) async {
        let (operation, place) = (Operation(), place(of: caller))
        let task = Task {
            try await operation.isStarted(by: place.actor) { _ in operation.places.append(place.isHere()) }
        }
        for await completion in operation.kept.values where completion != nil { break }
        await turn(of: place.actor)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        operation.kept.value?(.success(7))
        #expect(operation.places.elements == [true])
        #expect(operation.cancels.elements == [true])
    }
}
