import CairnTesting
import CairnWorkflow
import Foundation
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite(.timeLimit(.minutes(10)))
struct ExportTests {
    struct Trouble: Error {}

    private func snapshot() async throws -> WorkflowSnapshot {
        var workflow = Workflow("A & <B> \"C\"")
        let gate = workflow.gate("the \"gate\"", of: Int.self)
        let sub = workflow.subworkflow("sub", after: gate) { sub, _ in
            let first = sub.task("in 1") { 1 }
            return sub.task("in 2", after: first) { $0 }
        }
        let bad = workflow.task("bad\u{1} <tag>", after: sub) { _ in throw Trouble() }
        workflow.task("never]]", after: bad, gate) { _, _ in }
        let run = try workflow.start()
        run.fulfill(gate, with: 1)
        try await run.waitUntilQuiescent()
        return run.snapshot
    }

    @Test func `the picture is well-formed XML with a box for each step, those within a subworkflow included`() async throws {
        let svg = try await snapshot().svg()
        let counter = ElementCounter()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = counter
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        // A box for each of six steps, and the paper.
        #expect(counter.counts["rect"] == 7)
        #expect(counter.counts["path"] == 5 + 1)
    }

    @Test func `DOT and Mermaid name every step and line, and quote what means something to them`() async throws {
        let snapshot = try await snapshot()
        let dot = snapshot.dot()
        #expect(dot.hasPrefix("digraph \"A & <B> \\\"C\\\"\" {"))
        #expect(
            dot.contains("s0 [label=\"the \\\"gate\\\"\\nfinished\"") && dot.contains("s0 -> s1;")
                && dot.contains("subgraph cluster_s1"))
        #expect(dot.components(separatedBy: " -> ").count - 1 == 5)
        let mermaid = snapshot.mermaid()
        #expect(mermaid.hasPrefix("flowchart LR\n"))
        #expect(
            mermaid.contains("s0{{\"the #34;gate#34;\"}}:::finished") && mermaid.contains("s2(\"bad#1; #60;tag#62;\"):::failed"))
        #expect(mermaid.contains("subgraph s1_within") && mermaid.contains("s1_0 --> s1_1"))
    }

    @Test func `boxes do not overlap, and every step stands right of its prerequisites`() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<50 {
            let count = Int.random(in: 1...40, using: &random)
            let prerequisites = (0..<count).map { box in
                box == 0 ? [] : (0..<Int.random(in: 0...3, using: &random)).map { _ in Int.random(in: 0..<box, using: &random) }
            }
            let boxes = Boxes(prerequisites)
            #expect(!boxes.overlap)
            #expect(boxes.prerequisitesAreLeft)
        }
    }

    @Test func `a large graph is drawn in time that grows with its size`() throws {
        var workflow = Workflow("large")
        var layer = [workflow.task("root") { 0 }]
        for depth in 0..<30 {
            layer = (0..<30).map { number in workflow.task("\(depth).\(number)", after: layer[number % layer.count]) { $0 } }
        }
        #expect(try workflow.snapshot().svg().utf8.count > 100_000)
    }

    @Test func `lines run between the boxes, but straight where there would be no end of bends`() {
        func longest(of count: Int) -> Int {
            // Each after the one before, and after the first.
            Boxes((0..<count).map { $0 < 2 ? Array(0..<$0) : [0, $0 - 1] }).linePointCounts.max() ?? 0
        }
        // Two for each layer that is skipped.
        #expect(longest(of: 50) == 2 + 2 * 48)
        #expect(longest(of: 1000) == 2)
    }

    @Test func `a workflow without steps is drawn too`() throws {
        let snapshot = try Workflow("Empty").snapshot()
        #expect(
            snapshot.svg().contains("Empty") && snapshot.dot().hasSuffix("}\n") && snapshot.mermaid().hasPrefix("flowchart LR"))
    }

    private final class ElementCounter: NSObject, XMLParserDelegate {
        var counts: [String: Int] = [:]
        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            counts[name, default: 0] += 1
        }
    }
}
