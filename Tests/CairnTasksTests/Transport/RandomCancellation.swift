import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Requests that are cancelled at random moments: every caller must be answered, and no connection be left that nobody wants.
struct RandomCancellation {
    /// When a request is cancelled.
    enum Moment: CaseIterable {
        /// Before it goes out, or soon after.
        case early
        /// Anywhere on its way.
        case late
        /// When the head of its answer has come, while the body is read.
        case inBody
        /// Not cancelled: its answer is let go of, unread or half read.
        case letGo
    }

    private let transport: any HTTPTransport
    private let moments: [Moment]
    private let pages: [String]

    init(
        _ transport: any HTTPTransport, at moments: [Moment] = Moment.allCases,
        of pages: [String] = ["ok", "hang", "large", "drop", "begun", "cut", "echo", ""]
    ) {
        self.transport = transport
        self.moments = moments
        self.pages = pages
    }

    func verify(_ count: Int) async throws {
        let server = try ScriptedServer.contractPages()
        // The page without a name: an answer without end, so that the transport stands still while nobody reads.
        let endless = try ScriptedServer { _ in
            [.send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever(Data(count: 100_000))]
        }
        defer { [server, endless].forEach { $0.stop() } }
        let urls = pages.map { $0.isEmpty ? endless.url : server.url.appending(path: $0) }
        let answered = await withTaskGroup(of: Bool.self) { group in
            var (started, answered) = (0, 0)
            func add() {
                var random = SeededGenerator(seed: UInt64(started))
                let (url, moment) = (urls.randomElement(using: &random)!, moments.randomElement(using: &random)!)
                started += 1
                group.addTask { await isAnswered(url, moment, random) }
            }
            for _ in 0..<50 { add() }
            while let isAnswered = await group.next() {
                answered += isAnswered ? 1 : 0
                if started < count { add() }
            }
            return answered
        }
        #expect(answered == count)
        // What was cancelled is closed; what is left is kept to be used again.
        let end = ContinuousClock.now + .seconds(10)
        while endless.openCount > 0 || server.openCount > 16, ContinuousClock.now < end { await Task.yield() }
        #expect(endless.openCount == 0 && server.openCount <= 16)
    }

    /// Sends a request and cancels it after some turns of the scheduler.
    private func isAnswered(_ url: URL, _ moment: Moment, _ random: SeededGenerator) async -> Bool {
        var random = random
        let isPost = url.lastPathComponent == "echo"
        let body = isPost ? HTTPRequestBody.data(Data(count: Int.random(in: 0...300_000, using: &random))) : nil
        // The bodies that nobody cancels end by being let go of.
        let request = HTTPRequest(isPost ? .post : .get, url, body: body, timeout: moment == .letGo ? .milliseconds(50) : nil)
        let turns = Int.random(in: 0...(moment == .late ? 300 : 10), using: &random)
        let caller = Task {
            let answer = try await transport.stream(request)
            if moment == .inBody { withUnsafeCurrentTask { $0?.cancel() } }
            var pieces = 0
            for try await _ in answer.body {
                pieces += 1
                if moment == .letGo, pieces >= turns { break }
            }
        }
        for _ in 0..<turns { await Task.yield() }
        // Before its head has come nothing else ends a request that hangs.
        let mustCancel = moment != .letGo && (moment != .inBody || ["hang", "begun"].contains(url.lastPathComponent))
        if mustCancel { caller.cancel() }
        switch await caller.result {
        case .success: return true
        case .failure(let error): return error is CancellationError || error is TransportError
        }
    }
}
