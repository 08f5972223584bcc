import Foundation
import Testing

@testable import CairnCore

/// A record that is refused says where it is wrong, and what is there.
struct JobRecordRefusalTests {
    private func members() throws -> [String: JSONValue] {
        var record = try Job(Steps(count: 3), services: Steps.Services()).record
        record.node.setChild(JobNode(kind: Steps.kind, work: ["count": 1], weight: 0.5), named: "part")
        return try #require(record.json.object)
    }

    private func refusal(of members: [String: JSONValue]) throws -> String {
        do {
            _ = try JobRecord(json: .object(members))
        } catch JobError.unreadable(_, let reason) {
            return reason
        }
        throw Broken()
    }

    private func refusal(_ member: String, _ value: JSONValue?) throws -> String {
        var members = try members()
        members[member] = value
        return try refusal(of: members)
    }

    private func refusal(ofChild member: String, _ value: JSONValue?) throws -> String {
        var members = try members()
        var children = try #require(members["children"]?.object), child = try #require(children["part"]?.object)
        child[member] = value
        children["other"] = .object(child)
        members["children"] = .object(children)
        return try refusal(of: members)
    }

    @Test(
        arguments: ["serverJobIDs", "partialFiles"],
        ["s-1", [17], ["a", ["id": "s"]], ["a": "b"], 1, .null, [.null]] as [JSONValue])
    func `a list of texts that is none is refused and not taken for empty`(member: String, value: JSONValue) throws {
        #expect(try refusal(member, value) == "its \(member) is \(value.text()), not a list of texts")
        #expect(try refusal(ofChild: member, value) == "its children.other.\(member) is \(value.text()), not a list of texts")
    }

    @Test func `a list of texts is read as it is`() throws {
        var members = try members()
        (members["serverJobIDs"], members["partialFiles"]) = (["s-1", ""], [])
        let record = try JobRecord(json: .object(members))
        #expect(record.serverJobIDs == ["s-1", ""] && record.partialFiles.isEmpty)
    }

    @Test(arguments: ["yes", 1, .null, []] as [JSONValue])
    func `whether a failure is retryable is not guessed`(value: JSONValue) throws {
        let reason = try refusal("failure", ["type": "E", "message": "m", "isRetryable": value])
        #expect(reason == "its failure.isRetryable is \(value.text()), not true or false")
    }

    @Test(
        arguments: [
            (["message": "m"], "its failure.type is missing"),
            (["type": 1, "message": "m"], "its failure.type is 1, not a text"),
            (["type": "E"], "its failure.message is missing"), ("x", "its failure is \"x\", not an object"),
            (.null, "its failure is null, not an object"),
        ] as [(JSONValue, String)])
    func `a failure that is none is refused`(failure: JSONValue, reason: String) throws {
        #expect(try refusal("failure", failure) == reason)
    }

    @Test(
        arguments: [
            ("kind", nil, "is missing"), ("kind", 1, "is 1, not a text"), ("work", nil, "is missing"),
            ("children", 1, "is 1, not an object"), ("weight", 2, "is 2, not a number from 0.0 to 1.0"),
            ("children", ["a": .null], ".a is null, not an object"), ("children", ["a": ["kind": "x"]], ".a.work is missing"),
        ] as [(String, JSONValue?, String)])
    func `what is wrong in a child is told with the child's path`(member: String, value: JSONValue?, reason: String) throws {
        let space = reason.hasPrefix(".") ? "" : " "
        #expect(try refusal(ofChild: member, value) == "its children.other.\(member)\(space)\(reason)")
        if member != "weight" { #expect(try refusal(member, value) == "its \(member)\(space)\(reason)") }
    }

    @Test func `what nests too deep in a child is told with the child's path`() throws {
        let deep = (0..<200).reduce(1 as JSONValue) { nested, _ in [nested] }
        #expect(try refusal(ofChild: "work", deep) == "its children.other.work is nested deeper than 128")
        #expect(try refusal("checkpoint", deep) == "its checkpoint is nested deeper than 128")
    }

    @Test(
        arguments: [
            ("status", "suspended", "is \"suspended\", not the name of a status"), ("status", nil, "is missing"),
            ("status", 1, "is 1, not the name of a status"), ("id", "17", "is \"17\", not a UUID"), ("id", nil, "is missing"),
            ("id", .null, "is null, not a UUID"), ("cairnJob", nil, "is missing"), ("messages", "x", "is \"x\", not a list"),
        ] as [(String, JSONValue?, String)])
    func `what is refused is said`(member: String, value: JSONValue?, reason: String) throws {
        #expect(try refusal(member, value) == "its \(member) \(reason)")
    }

    @Test(
        arguments: [
            (1, "its messages[1] is 1, not an object"), (["text": "x"], "its messages[1].severity is missing"),
            (["text": 1], "its messages[1].text is 1, not a text"),
            (["text": "x", "severity": "loud"], "its messages[1].severity is \"loud\", not the name of a severity"),
            (["text": "x", "severity": "info", "source": 1], "its messages[1].source is 1, not the name of a source"),
            (["text": "x", "severity": "info", "source": "client"], "its messages[1].timestamp is missing"),
        ] as [(JSONValue, String)])
    func `a message that is none is refused with its place`(message: JSONValue, reason: String) throws {
        #expect(try refusal("messages", [JobMessage("Hello.").json, message]) == reason)
    }

    @Test func `long and odd contents and names are cut short and escaped`() throws {
        let long = String(repeating: "n", count: 1_000_000) + "\n"
        #expect(try refusal("kind", [.string(long)]).count < 100)
        let child: JSONValue = ["\n\u{1B}\u{202E}" + long: 1]
        let reason = try refusal("children", child)
        #expect(reason.hasPrefix("its children.\\n\\u{1B}\\u{202E}nnn") && reason.count < 100)
    }
}
