import Foundation
import Testing

@testable import CairnCore

@Suite(.timeLimit(.minutes(10)))
struct FileJobStoreSavingTests {
    let directory: TemporaryDirectory
    let store: FileJobStore
    let record: JobRecord

    init() throws {
        directory = try TemporaryDirectory()
        store = try FileJobStore(directory: directory.url)
        record = try Job(Steps(count: 1), services: Steps.Services()).record
    }

    var messages: String { "\(record.id).messages.jsonl" }

    func save(_ text: String) async throws {
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [JobMessage(text)], claim: claim)
        try await store.release(claim)
    }

    func texts() async throws -> [String]? { try await store.load(record.id)?.messages.map(\.text) }

    @Test(arguments: [
        "{\"text\":\"ha", "\n\n", "\u{0}\u{0}", String(repeating: "{}\n", count: 200),
        #"{"text":"whole, but not saved","severity":"info"}"# + "\n",
    ])
    func `messages whose record a crash has kept from being written were never saved`(tail: String) async throws {
        try await save("one")
        try directory.write(messages, try directory.text(messages) + tail)
        #expect(try await texts() == ["one"])
        try await save("two")
        #expect(try await texts() == ["one", "two"])
        #expect(try directory.text(messages).split(separator: "\n", omittingEmptySubsequences: false).count == 3)
    }

    @Test(arguments: ["\"messageBytes\": -5", "\"messageBytes\": 1e300", "\"messageBytes\": \"many\"", "\"old\": 1"])
    func `a record that does not say how long its messages are has all whole lines`(member: String) async throws {
        try await save("one")
        let file = "\(record.id).json"
        let pattern = /"messageBytes" ?: ?[0-9]+/
        try directory.write(file, try directory.text(file).replacing(pattern, with: member))
        try directory.write(messages, try directory.text(messages) + "{\"text\":")
        let expected = member.contains("-5") ? [] : ["one"]
        #expect(try await texts() == expected)
        try await save("two")
        #expect(try await texts() == expected + ["two"])
    }

    @Test func `messages that others have cut go on on a line of their own`() async throws {
        try await save("one")
        try await save("two")
        let text = try directory.text(messages)
        try directory.write(messages, String(text.dropLast(20)))
        #expect(try await texts() == ["one"])
        try await save("three")
        #expect(try await texts() == ["one", "three"])
    }

    @Test func `a removal that fails is told, and can be made again`() async throws {
        try await save("one")
        let claim = try await store.claim(record.id)
        let mend = try directory.file(messages).block()
        await #expect(throws: JobError.self) { try await store.remove(claim) }
        try mend()
        try await store.remove(claim)
        #expect(try directory.url.names == ["owners"])
    }

    @Test func `two stores of one process save at once`() async throws {
        let second = try FileJobStore(directory: directory.url)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for store in [store, second] {
                let record = try Job(Steps(count: 1), services: Steps.Services()).record
                group.addTask {
                    let claim = try await store.claim(record.id)
                    for number in 0..<50 {
                        try await store.save(record, appending: [JobMessage("\(number)")], claim: claim)
                    }
                    #expect(try await store.load(record.id)?.messages.map(\.text) == (0..<50).map(String.init))
                }
            }
            try await group.waitForAll()
        }
        #expect(try directory.url.names.contains { $0.hasSuffix(".tmp") } == false)
    }

    /// A record of the job whose work says `count`.
    private func record(counting count: Int) throws -> JobRecord {
        var members = record.json.object ?? [:]
        members["work"] = ["count": .integer(count)]
        return try JobRecord(json: .object(members))
    }

    @Test func `what is read while a job is removed and saved anew is a whole record`() async throws {
        let other = try FileJobStore(directory: directory.url)
        let removing = Task {
            for count in 1...400 {
                let claim = try await store.claim(record.id)
                let messages = (0..<10 + count % 40).map { _ in JobMessage("\(count)") }
                try await store.save(try record(counting: count), appending: messages, claim: claim)
                try await store.remove(claim)
            }
            return true
        }
        let isOver = Level(false)
        Task { isOver.send((try? await removing.value) ?? true) }
        while !isOver.value {
            guard let found = try await other.load(record.id) else { continue }
            let count = try #require(found.work["count"]?.int)
            #expect(found.messages.count == 10 + count % 40 && found.messages.allSatisfy { $0.text == "\(count)" })
        }
        #expect(try await removing.value)
    }

    @Test func `messages that a removed job has left are not written over while they may be read`() async throws {
        try await save("old")
        let reader = try FileDescriptor(directory.file(messages).path, O_RDONLY)
        try FileManager.default.removeItem(at: directory.file("\(record.id).json"))
        try await save("new")
        #expect(try String(decoding: reader.contents(), as: UTF8.self).contains("old") && !reader.isLinked())
        #expect(try await texts() == ["new"])
    }

    @Test(arguments: [0, 3, -20]) func `messages that others cut while the job runs go on after the last whole line`(cut: Int)
        async throws
    {
        let claim = try await store.claim(record.id)
        for text in ["one", "two"] { try await store.save(record, appending: [JobMessage(text)], claim: claim) }
        let length = try directory.text(messages).utf8.count
        #expect(truncate(directory.file(messages).path, cut < 0 ? length + cut : cut) == 0)
        for text in ["three", "four"] { try await store.save(record, appending: [JobMessage(text)], claim: claim) }
        #expect(try await texts() == (cut < 0 ? ["one"] : []) + ["three", "four"])
        #expect(try !directory.text(messages).contains("\0"))
    }

    @Test(arguments: ["pipe", "directory", "link", "device"])
    func `messages are written into a regular file only, and what is there instead is named`(kind: String) async throws {
        let claim = try await store.claim(record.id)
        try await store.save(record, appending: [JobMessage("one")], claim: claim)
        let file = directory.file(messages).path
        try FileManager.default.moveItem(atPath: file, toPath: directory.file("victim").path)
        switch kind {
        case "pipe": mkfifo(file, 0o644)
        case "directory": mkdir(file, 0o755)
        default: symlink(kind == "link" ? directory.file("victim").path : "/dev/null", file)
        }
        let before = try directory.text("victim")
        await #expect {
            try await store.save(record, appending: [JobMessage("two")], claim: claim)
        } throws: {
            if case JobError.storeFailed(file, _) = $0 { true } else { false }
        }
        #expect(try directory.text("victim") == before)
        if kind != "link" { await #expect(throws: SystemError.self) { try await store.load(record.id) } }
    }

    @Test(arguments: ["x", "{}", "\0"]) func `a line that is no message is told of in its place`(rubbish: String) async throws {
        for text in ["one", "two", "three"] { try await save(text) }
        var lines = try directory.text(messages).split(separator: "\n").map(String.init)
        lines[1] = rubbish + String(repeating: " ", count: lines[1].utf8.count - rubbish.utf8.count)
        try directory.write(messages, lines.map { $0 + "\n" }.joined())
        let found = try #require(try await store.load(record.id)).messages
        #expect(found.map(\.severity) == [.info, .warning, .info] && found[0].text == "one" && found[2].text == "three")
        #expect(found[1].text == "Line 2 of \(directory.file(messages).path) could not be read as a message.")
        #expect(try await store.load(record.id)?.messages == found)
    }
}
