#if !CAIRN_APP_CONTAINER
    import CairnCore
    import Foundation
    import Testing

    @testable import CairnCommand

    /// A demonstration that was ended in the middle.
    @Suite(.timeLimit(.minutes(5)))
    struct InterruptedDemoTests {
        private let tool: Tool

        init() throws { tool = try Tool() }

        @Test func `interrupted while its map was taken offline it is done by the same command`() async throws {
            let words = ["demo", "-n", "60", "-o", "d", "--json"]
            let interrupted = try await tool.run(
                shell: """
                    set -m
                    "$CAIRN" \(words.joined(separator: " ")) >/dev/null 2>&1 &
                    until ls d/offline-map.partial/data/*.gpkg >/dev/null 2>&1 || ! kill -0 $!; do sleep 0.05; done
                    kill -TERM $!
                    wait $!
                    """)
            #expect(interrupted.code != 0)
            try #require(FileManager.default.fileExists(atPath: tool.path("d/offline-map.partial/data")))
            // Waiting for the server of before would take ten minutes.
            let again = try await tool.run(shell: "timeout 200 \"$CAIRN\" \(words.joined(separator: " "))")
            #expect(again.code == 0, "\(again.output.suffix(500)) \(again.errors)")
            #expect(!again.output.contains("still keeps the copy"))
            #expect(!FileManager.default.fileExists(atPath: tool.path("d/offline-map.partial")))
        }
    }
#endif
