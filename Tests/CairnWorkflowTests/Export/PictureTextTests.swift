import CairnTesting
import Foundation
import Testing

@testable import CairnWorkflow

@Suite(.timeLimit(.minutes(10)))
struct PictureTextTests {
    private static let pieces: [String] =
        (0x20...0x7E).map { String(UnicodeScalar($0)) } + [
            "\n", "\r\n", "\t", "\u{0}", "\u{1B}", "\u{FFFF}", "&amp;", "</text>", "]]>", "<!--", "é", "Œ", "Ж", "ẞ",
            "g\u{308}\u{323}", "漢", "字", "かな", "カ", "한글", "，", "𠮷", "👍", "👩‍👩‍👧‍👦", "🏴‍☠️", "👋🏽", "🇳🇴", "1️⃣", "\u{200B}",
            "\u{202E}",
        ]

    private func name(_ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...200, using: &random)
        // All alike, or all kinds.
        let few = Bool.random(using: &random) ? Self.pieces : [Self.pieces.randomElement(using: &random)!]
        return (0..<count).map { _ in few.randomElement(using: &random)! }.joined()
    }

    private func expectNoTextIsClipped(_ snapshot: WorkflowSnapshot) {
        let picture = DrawnPicture(snapshot.svg())
        #expect(picture.error == nil, "\(snapshot.name.debugDescription)")
        for text in picture.texts {
            #expect(
                text.extent.lowerBound >= text.room.lowerBound && text.extent.upperBound <= text.room.upperBound,
                "\(text.content.debugDescription) reaches from \(text.extent), and has \(text.room)")
        }
        for box in picture.boxes { #expect(picture.paper.contains(box.lowerBound) && picture.paper.contains(box.upperBound)) }
    }

    @Test func `whatever a workflow and its steps are called, no text reaches beyond its box or the paper`() throws {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<300 {
            var workflow = Workflow(name(&random))
            let gate = workflow.gate(name(&random), of: Int.self)
            let step = workflow.task(name(&random), after: gate) { $0 }
            workflow.task(name(&random), after: step) { $0 }
            expectNoTextIsClipped(try workflow.snapshot())
        }
    }

    @Test func `nor does it within a subworkflow`() async throws {
        var random = SeededGenerator(seed: 13)
        for _ in 0..<40 {
            var workflow = Workflow(name(&random))
            let names = (0..<3).map { _ in name(&random) }
            workflow.subworkflow(name(&random)) { outer in
                outer.subworkflow(names[0]) { inner in
                    let first = inner.task(names[1]) { 1 }
                    return inner.task(names[2], after: first) { $0 }
                }
            }
            let run = try workflow.start()
            _ = try await run.results()
            let picture = run.snapshot
            #expect(DrawnPicture(picture.svg()).boxes.count == 4)
            expectNoTextIsClipped(picture)
        }
    }

    @Test func `a name that is cut ends with an ellipsis, and is whole in the title`() throws {
        let (long, wide) = (String(repeating: "Wide ", count: 40), String(repeating: "港", count: 200))
        var workflow = Workflow(long)
        workflow.task(wide) {}
        let picture = DrawnPicture(try workflow.snapshot().svg())
        #expect(picture.titles[0] == long && picture.titles[1].hasPrefix(wide + ": "))
        #expect(picture.texts.count == 2 && picture.texts.allSatisfy { $0.content.hasSuffix("…") })
        // No more is cut than must be.
        #expect(picture.texts.allSatisfy { $0.content.count > 20 })
    }

    @Test func `a name that fits is shown as it is, on one line`() throws {
        for name in ["Make up a town", "Geocode over HTTP", "Bild\nund\tText", "é 漢 👍", ""] {
            let line = name.replacing(/\s/, with: " ")
            let width = PictureText(name, em: 13, limit: .infinity).width
            #expect(PictureText(name, em: 13, limit: width).text == line)
            if !name.isEmpty { #expect(PictureText(name, em: 13, limit: width - 0.1).text != line) }
        }
    }

    @Test(arguments: StepState.allCases) func `a step's name can be read on its box, light and dark`(state: StepState) {
        for colors in [StepColors(state), StepColors(dark: state)] {
            let (text, fill) = (luminance(colors.text), luminance(colors.fill))
            #expect((max(text, fill) + 0.05) / (min(text, fill) + 0.05) >= 4.5, "\(state)")
        }
    }

    /// After WCAG 2.
    private func luminance(_ color: String) -> Double {
        let number = Int(color.dropFirst(), radix: 16) ?? 0
        let parts = [16, 8, 0].map { shift in
            let part = Double(number >> shift & 0xFF) / 255
            return part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
}
