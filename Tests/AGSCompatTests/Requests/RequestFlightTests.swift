import CairnCore
import Testing

@testable import AGSCompat

/// The steps of sending, by hand.
final class RequestFlightTests {
    private let flight = Guarded(RequestFlight())

    private func obeys(_ word: RequestFlight.Word, isRepeatable: Bool = false) -> Bool {
        flight.change { flight, wakes in flight.obey(word, isRepeatable: isRepeatable, &wakes) }
    }

    private func begins() -> Int? {
        flight.change { flight, _ in
            flight.isReady = true
            return flight.begin()
        }
    }

    private func sends(_ number: Int) -> Bool { flight.change { flight, _ in flight.send(number) } }

    @Test func `what may be sent once is paused until it is sent, and not after that, though nobody has it in hand yet`() throws {
        let first = try #require(begins())
        #expect(obeys(.pause))
        #expect(!sends(first) && begins() == nil)
        #expect(obeys(.resume))
        let second = try #require(begins())
        #expect(second != first && sends(second))
        #expect(!obeys(.pause) && flight.read { $0.isCurrent(second) })
    }

    @Test func `what may be sent again is paused after it was sent`() throws {
        let first = try #require(begins())
        #expect(sends(first) && obeys(.pause, isRepeatable: true) && !obeys(.pause, isRepeatable: true))
        #expect(obeys(.resume) && begins().map { $0 > first } == true)
    }

    @Test func `what is begun is not begun again by who resumes before it is known what sends it`() throws {
        let first = try #require(begins())
        #expect(obeys(.resume) && begins() == nil && sends(first))
        #expect(obeys(.resume) && begins() == nil && flight.read { $0.isCurrent(first) })
    }

    @Test func `what has ended is neither sent nor paused`() throws {
        let first = try #require(begins())
        flight.change { flight, wakes in flight.end(&wakes) }
        #expect(!sends(first) && !obeys(.pause, isRepeatable: true) && begins() == nil)
    }
}
