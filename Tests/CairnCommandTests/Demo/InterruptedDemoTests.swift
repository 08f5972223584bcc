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
                    demo=$!
                    # Without a pause, and without a program of its own: what is looked for is there for some milliseconds only.
                    until set -- d/offline-map.partial/data/*.gpkg && [ -e "$1" ] || ! kill -0 $demo; do :; done
                    kill -TERM $demo
                    wait $demo
                    """)
            #expect(interrupted.code != 0)
            try #require(FileManager.default.fileExists(atPath: tool.path("d/offline-map.partial/data")))
            // Waiting for the server of before would take ten minutes.
            let again = try await tool.run(shell: "timeout 200 \"$CAIRN\" \(words.joined(separator: " "))")
            #expect(again.code == 0, "\(again.output.suffix(500)) \(again.errors)")
            #expect(!again.output.contains("still keeps the copy"))
            #expect(!FileManager.default.fileExists(atPath: tool.path("d/offline-map.partial")))
        }

        @Test func `another job's map in its folder stays, and what it had begun is gone on with`() async throws {
            let partial = URL(filePath: tool.path("d/offline-map.partial"))
            try FileManager.default.createDirectory(at: partial, withIntermediateDirectories: true)
            let mark = partial.appending(path: ".unfinished.\(UUID())")
            for file in [mark, URL(filePath: tool.path("d/.cairn-demo")), URL(filePath: tool.path("d/town.csv"))] {
                try Data().write(to: file)
            }
            let refused = try await tool.run("demo", "-n", "60", "-o", "d")
            #expect(refused.code == 1 && refused.errors.contains("is not what this job has begun"), "\(refused.errors)")
            #expect(FileManager.default.fileExists(atPath: mark.path))
            try FileManager.default.removeItem(at: partial)
            let again = try await tool.run("demo", "-n", "60", "-o", "d")
            #expect(again.code == 0, "\(again.errors)")
        }

        @Test func `of two in one folder the second is told that the first is at work`() async throws {
            try FileManager.default.createDirectory(atPath: tool.path("d"), withIntermediateDirectories: true)
            let held = try FileDescriptor(tool.path("d/.cairn-demo"), O_RDWR | O_CREAT)
            #expect(try held.lock())
            let refused = try await tool.run("demo", "-n", "60", "-o", "d")
            #expect(refused.code == 2 && refused.errors.contains("Another demonstration is at work in "), "\(refused)")
            withExtendedLifetime(held) {}
        }

        @Test(arguments: ["workflow.svg", "workflow.mmd", "workflow.dot", "index.html"])
        func `what somebody else has in a folder is not written over`(name: String) async throws {
            try FileManager.default.createDirectory(atPath: tool.path("d"), withIntermediateDirectories: true)
            try tool.write("d/\(name)", "mine")
            let refused = try await tool.run("demo", "-n", "60", "-o", "d")
            #expect(refused.code == 2 && refused.errors.contains("holds a \(name) that would be lost"), "\(refused.errors)")
            #expect(try tool.text("d/\(name)") == "mine")
        }
    }
#endif
