import CairnCallbacks
import CairnCore
import CairnLocalServer
import CairnTesting
import Foundation
import Testing

@testable import AGSCompat

/// What an operation and its `Progress` say of each other, when callers speak side by side, and where they speak by way of a parent.
@Suite(.timeLimit(.minutes(10)))
struct RequestPausingTests {
    /// Loads when it is told to.
    private final class Dependency: AGSLoadableBase {
        let begun = Gate()

        override func doStartLoading(_ retrying: Bool) { begun.open() }
    }

    /// Executed, and not sent: it waits for something that is not loaded.
    private func waiting() async throws -> (operation: AGSRequestOperation, dependency: Dependency) {
        let (operation, dependency) = (AGSRequestOperation(url: try #require(URL(string: "http://127.0.0.1:9/x"))), Dependency())
        operation.loadDependency = dependency
        operation.execute()
        try await dependency.begun.pass()
        return (operation, dependency)
    }

    /// By way of a parent, where that calls nothing: only the handlers would hear of it, which are called by hand here.
    private func say(_ isPaused: Bool, byParentOf operation: AGSRequestOperation) throws {
        (operation.progress.pausingHandler, operation.progress.resumingHandler) = (nil, nil)
        try #require(operation.progress as? PausingProgress).show(isPaused: isPaused)
    }

    private func isPaused(_ operation: AGSRequestOperation) -> Bool? {
        operation.isPaused() == operation.progress.isPaused ? operation.isPaused() : nil
    }

    private func outcome(of operation: AGSRequestOperation, _ begin: () -> Void) async -> (any Error)? {
        await withCheckedContinuation { (continuation: CheckedContinuation<Carried<(any Error)?>, Never>) in
            operation.registerListener(operation) { continuation.resume(returning: Carried($1)) }
            begin()
        }.value
    }

    private func withServer(_ body: (LocalServer, URL) async throws -> Void) async throws {
        let service = try await SampleService(count: 3)
        let server = LocalServer(features: ["Town": PublishedFeatures(service.geodatabase)])
        let root = try await server.start()
        try await body(server, server.url(of: "Town", .featureServer, at: root))
        await server.stop()
        withExtendedLifetime(service) {}
    }

    /// Says that it has ended, whatever is under way.
    private final class Hasty: AGSRequestOperation {
        let hasGone = Gate()

        override func doCancel() { doneExecuting() }

        deinit { hasGone.open() }
    }

    private func ended() throws -> Gate {
        let operation = Hasty(url: try #require(URL(string: "http://127.0.0.1:9/x")))
        operation.progress.pause()
        operation.execute()
        operation.cancel()
        return operation.hasGone
    }

    @Test func `an operation that says itself that it has ended is kept by nobody`() async throws {
        try await ended().pass()
    }

    /// Executed while it is paused, and kept by nobody here.
    private func pausedProgress(_ url: URL, _ listener: NSObject, _ told: Gate) -> Progress {
        let operation = AGSRequestOperation(remoteResource: nil, url: url, queryParameters: ["f": "json"])
        operation.registerListener(listener) { _, _ in told.open() }
        operation.progress.pause()
        operation.execute()
        return operation.progress
    }

    @Test(arguments: [true, false])
    func `a paused request that nobody keeps is answered when its progress is resumed, or cancelled`(cancels: Bool) async throws {
        try await withServer { _, url in
            let (listener, told) = (NSObject(), Gate())
            let progress = pausedProgress(url, listener, told)
            if cancels { progress.cancel() } else { progress.resume() }
            try await told.pass()
            withExtendedLifetime(listener) {}
        }
    }

    @Test func `what compares in the midst of a pause, or of a resumption, does not take it back`() async throws {
        let (operation, dependency) = try await waiting()
        #expect(operation.decide(.pause))
        operation.hear()
        #expect(operation.isPaused() && !operation.progress.isPaused)
        operation.show()
        #expect(isPaused(operation) == true)
        #expect(operation.decide(.resume))
        operation.hear()
        #expect(!operation.isPaused() && operation.progress.isPaused)
        operation.show()
        #expect(isPaused(operation) == false)
        operation.cancel()
        withExtendedLifetime(dependency) {}
    }

    @Test func `what is said in the midst of what another says counts, to the operation or to its progress`() async throws {
        for isByProgress in [true, false] {
            let (operation, dependency) = try await waiting()
            #expect(operation.decide(.pause))
            if isByProgress { operation.progress.resume() } else { operation.resume() }
            operation.show()
            #expect(isPaused(operation) == false)
            #expect(operation.pause())
            #expect(operation.decide(.resume))
            if isByProgress { operation.progress.pause() } else { operation.pause() }
            operation.show()
            #expect(isPaused(operation) == true)
            operation.cancel()
            withExtendedLifetime(dependency) {}
        }
    }

    #if !CAIRN_OBJC
        /// Says something itself when it is told of a pause: where Foundation calls it, which is not everywhere.
        private final class Answering: Progress, @unchecked Sendable {
            // Proof: set while nobody else uses it.
            nonisolated(unsafe) var wasPaused: (() -> Void)?

            init() { super.init(parent: nil, userInfo: nil) }

            override func pause() {
                super.pause()
                wasPaused?()
            }
        }

        @Test func `who is told of a pause may resume`() async throws {
            let (operation, dependency) = try await waiting()
            let child = Answering()
            operation.progress.addChild(child, withPendingUnitCount: 0)
            child.wasPaused = { operation.resume() }
            #expect(operation.pause())
            #expect(isPaused(operation) == false)
            child.wasPaused = { operation.cancel() }
            #expect(operation.pause())
            #expect(operation.state == .completed && isPaused(operation) == true)
            withExtendedLifetime(dependency) {}
        }
    #endif

    @Test func `what is cancelled in the midst of a pause can be resumed, and not be paused afterwards`() async throws {
        let (operation, dependency) = try await waiting()
        #expect(operation.decide(.pause))
        operation.cancel()
        operation.show()
        #expect(operation.state == .completed && isPaused(operation) == true)
        operation.progress.resume()
        #expect(isPaused(operation) == false)
        operation.progress.pause()
        #expect(isPaused(operation) == false && !operation.pause())
        try say(true, byParentOf: operation)
        operation.hear()
        #expect(isPaused(operation) == false)
        withExtendedLifetime(dependency) {}
    }

    enum Speaker: CaseIterable { case itself, parent, silentParent }

    @Test(arguments: Speaker.allCases)
    func `what its progress pauses before it is executed is sent when that is resumed`(by speaker: Speaker) async throws {
        try await withServer { server, url in
            let (operation, parent) = (AGSRequestOperation(url: url), Progress(totalUnitCount: 1))
            if speaker == .parent { parent.addChild(operation.progress, withPendingUnitCount: 1) }
            switch speaker {
            case .itself: operation.progress.pause()
            case .parent: parent.pause()
            case .silentParent: try say(true, byParentOf: operation)
            }
            operation.execute()
            #expect(isPaused(operation) == true && operation.state == .executing)
            let other = AGSRequestOperation(url: url)
            #expect(await outcome(of: other) { other.execute() } == nil && server.requestCount == 1)
            let error = await outcome(of: operation) {
                if speaker == .parent { parent.resume() } else { operation.progress.resume() }
            }
            #expect(error == nil && isPaused(operation) == false && server.requestCount == 2)
        }
    }

    @Test func `what cannot be paused any more goes on, and its progress says so`() async throws {
        try await withServer { server, url in
            server.faults.inject(.hang)
            let operation = AGSRequestOperation(
                remoteResource: nil, url: url, queryParameters: ["f": "json"], method: .postFormEncodeParameters)
            operation.execute()
            while server.requestCount == 0 { await Task.yield() }
            #expect(!operation.pause() && isPaused(operation) == false)
            operation.progress.pause()
            #expect(isPaused(operation) == false)
            try say(true, byParentOf: operation)
            operation.hear()
            #expect(isPaused(operation) == false && server.requestCount == 1)
            operation.cancel()
        }
    }

    @Test func `who pauses and resumes by way of a silent parent is heard`() async throws {
        let (operation, dependency) = try await waiting()
        for isPaused in [true, false, true] {
            try say(isPaused, byParentOf: operation)
            operation.hear()
            #expect(self.isPaused(operation) == isPaused)
        }
        operation.cancel()
        withExtendedLifetime(dependency) {}
    }

    @Test func `an operation that is gone leaves a progress that pauses by itself`() {
        let progress = AGSRequestOperation(url: URL(filePath: "/x")).progress
        progress.pause()
        #expect(progress.isPaused)
        progress.resume()
        #expect(!progress.isPaused)
    }
}
