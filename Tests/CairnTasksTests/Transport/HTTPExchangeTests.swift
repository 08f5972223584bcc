import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

@Suite(.timeLimit(.minutes(10)))
struct HTTPExchangeTests {
    private let url = URL(string: "http://localhost")!

    private func exchange(
        limit: Int = .max, resume: @escaping @Sendable () -> Void = {}, abandon: @escaping @Sendable () -> Void = {}
    ) -> HTTPExchange {
        HTTPExchange(HTTPRequest(.get, url, maximumResponseSize: limit), resume: resume, abandon: abandon)
    }

    @Test func `what came before the end is still read`() async throws {
        let exchange = exchange()
        exchange.receive(head: HTTPResponse(status: 200))
        _ = exchange.receive(Data("some".utf8))
        exchange.finish(.failure(TransportError(.connectionLost, url: url)))
        #expect(try await exchange.head().status == 200)
        var iterator = exchange.body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("some".utf8))
        await #expect(throws: TransportError.self) { try await iterator.next() }
    }

    @Test func `an end without a head is a lost connection`() async throws {
        let exchange = exchange()
        exchange.finish(.success(()))
        await #expect { try await exchange.head() } throws: { ($0 as? TransportError)?.reason == .connectionLost }
    }

    @Test func `the receiver stands still while nobody reads, and goes on when half has been read`() async throws {
        let resumed = Level(0)
        let exchange = exchange(resume: { resumed.send(resumed.value + 1) })
        exchange.receive(head: HTTPResponse(status: 200))
        let piece = Data(count: HTTPExchange.capacity / 4)
        #expect([exchange.receive(piece), exchange.receive(piece), exchange.receive(piece)] == [.more, .more, .more])
        #expect([exchange.receive(piece), exchange.receive(piece)] == [.pause, .pause])
        let body = exchange.body
        var iterator = body.makeAsyncIterator()
        for read in 1...5 {
            _ = try await iterator.next()
            #expect(resumed.value == (read < 3 ? 0 : 1))
        }
    }

    @Test func `letting go of the body gives the rest up, once`() async throws {
        let abandoned = Level(0)
        let exchange = exchange(abandon: { abandoned.send(abandoned.value + 1) })
        var body: HTTPResponseBody? = exchange.body
        exchange.receive(head: HTTPResponse(status: 200))
        withExtendedLifetime(body) {}
        body = nil
        #expect(abandoned.value == 1)
        exchange.giveUp()
        #expect(abandoned.value == 1 && exchange.receive(Data(count: 1)) == .stop)
    }

    @Test func `what has ended is not given up again`() async throws {
        let abandoned = Level(0)
        let exchange = exchange(limit: 3, abandon: { abandoned.send(abandoned.value + 1) })
        #expect(exchange.receive(Data(count: 4)) == .stop)
        exchange.giveUp()
        #expect(abandoned.value == 0)
    }

    /// Two readers, a receiver and a cancellation, at every pace: nobody waits for ever, no byte is read twice, and none is left out unless
    /// the exchange was given up.
    @Test(arguments: 1...50)
    func `however they meet, everybody is answered`(_ seed: UInt64) async throws {
        for round in 0..<40 {
            var random = SeededGenerator(seed: seed * 1000 + UInt64(round))
            let (count, isCancelled, turns) = (
                Int.random(in: 0...40, using: &random), Int.random(in: 0..<3, using: &random) == 0,
                Int.random(in: 0...20, using: &random)
            )
            let exchange = exchange()
            let body = exchange.body
            let readers = (0..<2).map { _ in
                Task {
                    _ = try await exchange.head()
                    var read: [UInt8] = []
                    for try await chunk in body { read += chunk }
                    return read
                }
            }
            let receiver = Task {
                for _ in 0..<turns { await Task.yield() }
                exchange.receive(head: HTTPResponse(status: 200))
                for number in 0..<count {
                    if exchange.receive(Data([UInt8(number)])) == .stop { break }
                    if number % 3 == 0 { await Task.yield() }
                }
                exchange.finish(.success(()))
            }
            if isCancelled {
                for _ in 0..<(turns / 2) { await Task.yield() }
                readers[0].cancel()
            }
            let results = [await readers[0].result, await readers[1].result]
            await receiver.value
            let read = try results.flatMap { result -> [UInt8] in
                do { return try result.get() } catch is CancellationError where isCancelled { return [] }
            }
            #expect(Set(read).count == read.count)
            if !isCancelled { #expect(read.sorted() == (0..<count).map { UInt8($0) }) }
        }
    }
}
