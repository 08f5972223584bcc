import CairnCore
import CairnTesting
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LevelTests {
    @Test func `a watcher gets the current value first and the last value at the end`() async {
        let level = Level(1)
        level.send(2)
        var values = level.values.makeAsyncIterator()
        #expect(await values.next() == 2)
        level.send(3)
        level.finish(4)
        #expect(await values.next() == 4)
        #expect(await values.next() == nil)
    }

    @Test func `a watcher that comes after the end still gets the last value`() async {
        let level = Level("a")
        level.finish("z")
        level.send("ignored")
        #expect(await Array(level.values) == ["z"])
    }

    @Test func `a watcher that falls behind skips to the newest`() async {
        let level = Level(0)
        var values = level.values.makeAsyncIterator()
        #expect(await values.next() == 0)
        for value in 1...1000 { level.send(value) }
        #expect(await values.next() == 1000)
    }

    @Test func `a suspended watcher is woken by a change`() async {
        let level = Level(0)
        let watcher = Task { await Array(level.values) }
        await suspended(1, on: level)
        level.finish(7)
        #expect(await watcher.value.last == 7)
    }

    @Test func `a cancelled watcher ends and is forgotten`() async {
        let level = Level(0)
        let watcher = Task { await Array(level.values) }
        await suspended(1, on: level)
        watcher.cancel()
        #expect(await watcher.value == [0])
        #expect(level.waiterCount == 0)
    }

    @Test func `a watcher that stops looking is not known any more`() async {
        let level = Level(0)
        for await _ in level.values { break }
        level.send(1)
        #expect(level.waiterCount == 0)
    }

    @Test func `dropping the level ends its streams`() async {
        var level: Level<Int>? = Level(5)
        let values = level!.values
        level = nil
        #expect(await Array(values) == [5])
    }

    @Test func `each access is a stream of its own`() async {
        let level = Level(3)
        let (first, second) = (level.values, level.values)
        level.finish()
        #expect(await Array(first) == [3])
        #expect(await Array(second) == [3])
    }

    @Test func `a thousand watchers all see the last of ten thousand values`() async {
        let level = Level(0)
        let sum = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<1000 {
                group.addTask { await Array(level.values).last ?? -1 }
            }
            for value in 1..<10_000 { level.send(value) }
            level.finish(10_000)
            return await group.reduce(0, +)
        }
        #expect(sum == 10_000 * 1000)
    }

    private func suspended(_ count: Int, on level: Level<Int>) async {
        while level.waiterCount < count { await Task.yield() }
    }

    @Test func `no value is missed by a watcher that is about to wait`() async {
        let (there, back) = (Level(0), Level(0))
        let watcher = Task { for await number in there.values { back.send(number) } }
        for number in 1...rounds(20_000) {
            there.send(number)
            while back.value != number { await Task.yield() }
        }
        there.finish()
        await watcher.value
    }

}
