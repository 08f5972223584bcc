import CairnWorkflow
import Testing

extension PrerequisiteKey where Value == Int {
    static var count: Self { Self("count") }
}

extension PrerequisiteKey where Value == String {
    static var word: Self { Self("word") }
}

@Suite(.timeLimit(.minutes(10)))
struct KeyedTests {
    @Test func `results are had by key, in their types`() async throws {
        var workflow = Workflow()
        let number = workflow.task("number") { 2 }
        let text = workflow.task("text") { "ab" }
        let step = try workflow.task(
            "repeat", keyed: [.init(PrerequisiteKey.count, number), PrerequisiteKey.word.bound(to: text)],
            requiring: ["count", "word"]
        ) { values in
            String(repeating: try values[.word], count: try values[.count])
        }
        #expect(try await workflow.run()[step] == "abab")
    }

    @Test func `what is missing, double, mistyped or unknown is refused when it is added`() throws {
        var workflow = Workflow()
        let text = workflow.task("text") { "ab" }
        let count = workflow.stepCount
        #expect(throws: WorkflowError.missingPrerequisite(step: "s", key: "count")) {
            try workflow.task("s", keyed: [PrerequisiteKey.word.bound(to: text)], requiring: ["word", "count"]) { _ in }
        }
        #expect(throws: WorkflowError.duplicateKey(step: "s", key: "word")) {
            try workflow.task("s", keyed: [PrerequisiteKey.word.bound(to: text), PrerequisiteKey.word.bound(to: text)]) { _ in }
        }
        #expect(throws: WorkflowError.mistypedPrerequisite(step: "s", key: "count", expected: "Int", found: "String")) {
            try workflow.task("s", keyed: [PrerequisiteKey.count.bound(to: text.id)]) { _ in }
        }
        var other = Workflow()
        let stranger = other.task("stranger") { 1 }
        #expect(throws: WorkflowError.unknownPrerequisite(step: "s")) {
            try workflow.task("s", keyed: [PrerequisiteKey.count.bound(to: stranger)]) { _ in }
        }
        #expect(workflow.stepCount == count)
    }

    @Test func `a key that is not bound throws when it is asked for`() async throws {
        var workflow = Workflow()
        let text = workflow.task("text") { "ab" }
        try workflow.task("s", keyed: [PrerequisiteKey.word.bound(to: text)]) { values in try values[.count] }
        let failure = await #expect(throws: WorkflowFailure.self) { try await workflow.run() }
        #expect(failure?.failures[0].error as? WorkflowError == .missingPrerequisite(step: "s", key: "count"))
    }

    @Test func `types are checked too when steps are added while it runs`() async throws {
        var workflow = Workflow()
        let number = workflow.task("number") { 3 }
        let run = try workflow.start()
        #expect(throws: WorkflowError.mistypedPrerequisite(step: "s", key: "word", expected: "String", found: "Int")) {
            try run.add { try $0.task("s", keyed: [PrerequisiteKey.word.bound(to: number.id)]) { _ in } }
        }
        let step = try run.add { workflow in
            let twice = workflow.task("twice", after: number) { $0 * 2 }
            return try workflow.task("s", keyed: [PrerequisiteKey.count.bound(to: twice.id)]) { try $0[.count] }
        }
        #expect(try await run.value(of: step) == 6)
    }
}

extension PrerequisiteBinding {
    fileprivate init<Value>(_ key: PrerequisiteKey<Value>, _ step: Step<Value>) { self = key.bound(to: step) }
}
