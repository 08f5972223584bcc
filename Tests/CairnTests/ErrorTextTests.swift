import Cairn
import Foundation
import Testing

@testable import CairnCore

/// What others have written is quoted by errors, which get into logs and terminals.
struct ErrorTextTests {
    private static let hostile = [
        "\u{1B}[2J", "a\nb", "a\r\nb", "nul\0", "\u{202E}gpj.exe", "\u{2066}x\u{2069}", "\u{9B}31m", "\u{2028}\u{2029}\u{85}",
        "\u{7F}\u{8}", "\u{200E}\u{200F}\u{061C}",
    ]

    private static func isHarmless(_ text: String, exceptLineEnds: Bool = false) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            if exceptLineEnds, scalar == "\n" { return true }
            return switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: true
            }
        }
    }

    @Test(arguments: hostile)
    func `no error brings what moves a cursor, breaks the line or reorders it`(text: String) {
        let samples = HostileErrors(text)
        let errors = samples.core + samples.geo + samples.tasks + samples.maps + samples.offline + samples.server
        #expect(errors.count > 200)
        for error in errors {
            let name = "\(type(of: error)).\(Mirror(reflecting: error).children.first?.label ?? "")"
            #expect(Self.isHarmless("\(error)"), "\(name)")
            #expect(Self.isHarmless((error as? any LocalizedError)?.errorDescription ?? ""), "\(name)")
            #expect(Self.isHarmless(error.words), "\(name)")
        }
    }

    @Test(arguments: hostile) func `errors of several lines have no other`(text: String) {
        let failures: [any Error] = [
            LoadFailure(index: 1, loadable: Unloadable(), error: TileCacheError.malformed(text)),
            LoadError.someFailed([LoadFailure(index: 1, loadable: Unloadable(), error: TileCacheError.malformed(text))]),
            JobFailure(type: text, message: text, isRetryable: false),
            CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: text]),
            DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: text)),
        ]
        for failure in failures { #expect(Self.isHarmless(failure.words, exceptLineEnds: true), "\(type(of: failure))") }
    }

    @Test func `a file's name cannot add a line to the words of Foundation's errors`() {
        let error = CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "a\nAll is well."])
        #expect(error.words.hasPrefix("a\\nAll is well. is not there."))
    }

    @Test func `each line of several is escaped by itself`() {
        #expect("a\u{1B}\n\nb\r\n".printableLines == "a\\u{1B}\n\nb\\r\\n")
        #expect("".printableLines == "")
    }

    @Test func `a failed workflow has a line for each step, whatever steps are called`() async throws {
        var workflow = Workflow("a\nb")
        let step = workflow.task("c\nd") { throw TileCacheError.malformed("e\nf") }
        _ = workflow.task("g\nh", after: step) { (_: Void) in }
        let whole = workflow
        let failure = await #expect(throws: WorkflowFailure.self) { try await whole.run() }
        #expect(failure?.description.split(separator: "\n").count == 2, "\(failure?.description ?? "")")
    }
}

private final class Unloadable: Loadable {
    let loader = Loader()

    @concurrent func performLoad() async throws { throw CancellationError() }
}
