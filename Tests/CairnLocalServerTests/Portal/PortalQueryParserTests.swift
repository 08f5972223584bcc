import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

struct PortalQueryParserTests {
    private static let entry = SearchedEntry(
        [
            "id": "4bc", "title": "Trees of the Tówn", "type": "Web Map", "owner": "ann.smith", "tags": ["oak", "old trees"],
            "typeKeywords": ["Map", "Online Map"], "snippet": .null, "created": 1000, "numViews": 7, "access": "public",
        ], groupIDs: ["g1"])

    private func isMet(_ query: PortalQuery, _ entry: SearchedEntry) async throws -> Bool {
        var (entry, work) = (entry, PacedWork())
        return try await query.matches(&entry, &work)
    }

    @Test(arguments: [
        ("", true), ("*", true), ("trees", true), ("TREES", true), ("tree", false), ("tree*", true), ("t?ees", true),
        ("town", true),
        ("trees oak", true), ("trees elm", false), ("trees AND oak", true), ("elm OR oak", true), ("elm oak OR trees", true),
        ("oak elm OR elm", false), ("NOT elm", true), ("-oak", false), ("trees -elm", true), ("trees NOT oak", false),
        ("+trees +oak", true),
        ("\"trees of\"", true), ("\"of trees\"", false), ("\"old trees\"", true), ("id:4bc", true), ("id:4BC", true),
        ("id:4b", false),
        ("id:4b*", true), ("owner:ann.smith", true), ("owner:ann", false), ("owner:\"ann.smith\"", true),
        ("type:\"Web Map\"", true),
        ("type:\"web map\" -type:\"Web Mapping Application\"", true), ("type:\"Web Mapping Application\"", false),
        ("type:map", true),
        ("title:(trees)", false), ("tags:oak", true), ("tags:\"old trees\"", true), ("typekeywords:online", true),
        ("group:g1", true),
        ("group:\"g2\"", false), ("access:public", true), ("created:[0 TO 1000]", true), ("created:[1001 TO *]", false),
        ("created:[* TO 999]", false), ("uploaded:[0000001000 TO 0000002000]", true), ("numviews:[7 TO 7]", true),
        ("title:[a TO z]", true), ("(elm OR oak) AND (trees)", true), ("(elm OR oak) AND NOT (trees)", false),
        ("nofield:x", false),
        ("NOT NOT trees", true), ("- - trees", true), ("((((trees))))", true), ("title:\"a \\\" b\"", false), ("title:", true),
        (":", true),
    ])
    func `questions are understood`(text: String, isMet: Bool) async throws {
        let query: PortalQuery
        do { query = try PortalQueryParser.read(text) } catch {
            // What nothing follows is refused; a parenthesis is no value.
            #expect(["title:", "title:(trees)"].contains(text), "\(text): \(error)")
            return
        }
        #expect(try await isMet == self.isMet(query, Self.entry), "\(text)")
    }

    @Test(arguments: [
        "(", ")", "(a", "a)", "a OR", "OR", "AND", "NOT", "a AND NOT", "\"a", "title:\"a", "created:[1", "created:[1 TO]",
        "created:[1,2]",
        "()", String(repeating: "(", count: 4000) + "a" + String(repeating: ")", count: 3999),
        String(repeating: "NOT ", count: 1000) + "a",
        String(repeating: "-", count: 7000) + "a", String(repeating: "a ", count: 5000),
        String(repeating: "a ", count: 257), "title:\"\(String(repeating: "a ", count: 257))\"",
        String(repeating: "n:[0 TO 1] ", count: 257), "*" + String(repeating: "a", count: 64) + "?*",
    ])
    func `what cannot be read is refused`(text: String) {
        #expect(throws: ServiceFailure.self) { try PortalQueryParser.read(text) }
    }

    /// A question by chance, as text, and what it means by a second reading.
    private struct Question {
        var text: String
        var isMet: (Set<String>) -> Bool

        init(_ depth: Int, using random: inout SeededGenerator) {
            let kind = depth == 0 ? 0 : Int.random(in: 0..<5, using: &random)
            guard kind > 1 else {
                let word = ["oak", "elm", "ash", "yew"].randomElement(using: &random) ?? "oak"
                (text, isMet) = (Bool.random(using: &random) ? word : "tags:\"\(word)\"", { $0.contains(word) })
                return
            }
            let (left, right) = (Question(depth - 1, using: &random), Question(depth - 1, using: &random))
            switch kind {
            case 2:
                let joint = Bool.random(using: &random) ? " AND " : " "
                (text, isMet) = ("(\(left.text))\(joint)(\(right.text))", { left.isMet($0) && right.isMet($0) })
            case 3: (text, isMet) = ("(\(left.text)) OR (\(right.text))", { left.isMet($0) || right.isMet($0) })
            default:
                let not = Bool.random(using: &random) ? "NOT " : "-"
                (text, isMet) = ("\(not)(\(left.text))", { !left.isMet($0) })
            }
        }
    }

    @Test func `questions by chance mean what a second reading says`() async throws {
        let all = ["oak", "elm", "ash", "yew"]
        for seed in 0..<500 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let question = Question(5, using: &random)
            let query = try PortalQueryParser.read(question.text)
            for bits in 0..<16 {
                let tags = all.enumerated().filter { bits >> $0.offset & 1 == 1 }.map(\.element)
                let entry = SearchedEntry(["tags": .array(tags.map { .string($0) })])
                #expect(try await isMet(query, entry) == question.isMet(Set(tags)), "\(seed): \(question.text) of \(tags)")
            }
        }
    }

    @Test func `no text makes anything trap`() async throws {
        let pieces = [
            "(", ")", "\"", "\\", ":", "[", "]", "TO", "AND", "OR", "NOT", "-", "+", "*", "?", "a", "é", "\u{301}", " ", "1e300",
            "\n", "type", "👩‍🌾",
        ]
        for seed in 0..<3000 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let text = (0..<Int.random(in: 0...30, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
                .joined()
            if let query = try? PortalQueryParser.read(text) { _ = try await isMet(query, Self.entry) }
        }
    }
}
