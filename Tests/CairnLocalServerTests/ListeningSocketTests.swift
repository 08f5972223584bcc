import Foundation
import CairnTasks
import CairnTesting
import Testing

struct ListeningSocketTests {
    @Test func `a connection that cannot be made ready is closed, and the next one taken`() async throws {
        let (listener, port) = try ListeningSocket.open(port: 0)
        defer { close(listener) }
        let first = try RawConnection(port: Int(port))
        let second = try RawConnection(port: Int(port))
        var tried: [Int32] = []
        let taken = ListeningSocket.accept(listener) { handle in
            tried.append(handle)
            return tried.count > 1
        }
        let handle = try #require(taken)
        defer { close(handle) }
        #expect(tried.count == 2 && handle == tried[1])
        // The end of the first one's connection.
        #expect(await first.receive() == "")
        #expect([UInt8(ascii: "x")].withUnsafeBytes { ListeningSocket.send(handle, $0) } == 1)
        #expect(await second.receive(until: "x") == "x")
        #expect(ListeningSocket.accept(listener) == nil)
    }

    @Test func `what is no connection cannot be made ready`() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { ends.forEach { close($0) } }
        #expect(!ListeningSocket.makeReady(ends[0]))
    }
}
