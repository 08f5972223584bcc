import CairnCore
import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LogTests {
    @Test func `every watcher sees every element from the first on`() async {
        let log = Log([1, 2])
        let early = log.entries
        log.append(3)
        log.finish()
        log.append(4)
        #expect(await Array(early) == [1, 2, 3])
        #expect(await Array(log.entries) == [1, 2, 3])
        #expect(log.elements == [1, 2, 3])
    }

    @Test func `from the newest means the newest and everything after it`() async {
        let log = Log([1, 2])
        let stream = log.entriesFromNewest
        log.append(3)
        log.append(4)
        log.finish()
        #expect(await Array(stream) == [2, 3, 4])
    }

    @Test func `an empty log that is finished is an empty stream`() async {
        let log = Log<Int>()
        log.finish()
        #expect(await Array(log.entries).isEmpty)
        #expect(await Array(log.entriesFromNewest).isEmpty)
    }

    @Test func `elements appended while the watcher is suspended arrive in order`() async {
        let log = Log<Int>()
        let watcher = Task { await Array(log.entries) }
        while log.waiterCount < 1 { await Task.yield() }
        for value in 0..<500 { log.append(value) }
        log.finish()
        #expect(await watcher.value == Array(0..<500))
    }

    @Test func `a cancelled watcher is forgotten`() async {
        let log = Log<Int>()
        let watcher = Task { await Array(log.entries) }
        while log.waiterCount < 1 { await Task.yield() }
        watcher.cancel()
        #expect(await watcher.value.isEmpty)
        #expect(log.waiterCount == 0)
    }
}
