import Testing
import TSKCompat

@Suite(.timeLimit(.minutes(10)))
struct TSKBlockTaskTests {
    @Test func `a block task keeps its block, name and keys`() {
        let plain = TSKBlockTask { _ in }
        #expect(plain.name.hasPrefix("TSKTask 0x"))
        #expect(plain.requiredPrerequisiteKeys == [])
        #expect(TSKBlockTask(name: "named") { _ in }.name == "named")
        let keyed = TSKBlockTask(name: "keyed", requiredPrerequisiteKeys: ["a", "b"]) { _ in }
        #expect(keyed.requiredPrerequisiteKeys == ["a", "b"])
        #expect(TSKBlockTask(name: nil, requiredPrerequisiteKeys: nil) { _ in }.requiredPrerequisiteKeys == [])
    }

    @Test func `main calls the block once, with the task itself`() {
        var calls: [TSKTask] = []
        let task = TSKBlockTask { calls.append($0) }
        #expect(calls.isEmpty)
        task.main()
        #expect(calls.count == 1 && calls[0] === task)
    }
}
