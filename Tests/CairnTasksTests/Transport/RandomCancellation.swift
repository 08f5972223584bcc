import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Requests that are cancelled at random moments: every caller must be answered, and no descriptor be left behind.
struct RandomCancellation {
    private let transport: any HTTPTransport

    init(_ transport: any HTTPTransport) {
        self.transport = transport
    }

    func verify(_ count: Int) async throws {
        let server = try ScriptedServer.contractPages()
        defer { server.stop() }
        let paths = ["ok", "hang", "large", "drop", "begun", "cut"]
        let answered = await withTaskGroup(of: Bool.self) { group in
            var (started, answered) = (0, 0)
            func add() {
                let number = started
                started += 1
                group.addTask { await cancelled(server.url.appending(path: paths[number % paths.count]), after: number % 37) }
            }
            for _ in 0..<50 { add() }
            while let isAnswered = await group.next() {
                answered += isAnswered ? 1 : 0
                if started < count { add() }
            }
            return answered
        }
        #expect(answered == count)
    }

    /// Sends a request and cancels it after some turns of the scheduler.
    private func cancelled(_ url: URL, after turns: Int) async -> Bool {
        let request = Task { try await transport.send(HTTPRequest(.get, url)) }
        for _ in 0..<turns { await Task.yield() }
        request.cancel()
        switch await request.result {
        case .success: return true
        case .failure(let error): return error is CancellationError || error is TransportError
        }
    }
}
