#if !CAIRN_APP_CONTAINER
    import Foundation
    import Testing

    @testable import CairnCommand

    /// Files of a job that have come, and get their names among what is there.
    struct FetchedFileTests {
        private let tool: Tool
        private let job = UUID()

        init() throws { tool = try Tool() }

        private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: tool.folder.path).sorted() }

        /// Where a file of the job is that has come.
        private func place(_ name: String, besides other: String? = nil) async throws -> String {
            let ending = name.contains(".") ? ".csv" : ""
            try tool.write(".\(job).7\(ending)", "new")
            // Nobody is there who could be asked.
            let item = ToolFiles.Item(source: URL(string: "http://127.0.0.1:1/\(name)")!, name: name)
            let file = FetchedFile(item, number: 7, of: job, in: tool.folder, besides: other)
            try await file.fetch()
            return try file.place().lastPathComponent
        }

        @Test func `what is there stays, and what is the same is there once`() async throws {
            try tool.write("table.csv", "mine")
            for _ in 0..<2 {
                #expect(try await place("table.csv") == "table-2.csv")
                #expect(try names() == ["table-2.csv", "table.csv"])
            }
            #expect(try tool.text("table.csv") == "mine" && tool.text("table-2.csv") == "new")
            try FileManager.default.createSymbolicLink(atPath: tool.path("log"), withDestinationPath: tool.path("elsewhere"))
            #expect(try await place("log") == "log-2")
            #expect(!FileManager.default.fileExists(atPath: tool.path("elsewhere")))
        }

        @Test func `what has come in part, and never will whole, is removed, and nothing of others`() throws {
            for name in [
                ".\(job).3.zip", ".\(job).12.zip.download", ".\(job).12.zip.download.json", ".\(UUID()).3.zip", "table.csv",
            ] {
                try tool.write(name, "x")
            }
            let before = try names().filter { !$0.hasPrefix(".\(job)") }
            FetchedFile.discardAll(of: job, in: tool.folder)
            #expect(try names() == before && before.count >= 2)
        }

        @Test func `a name that the results have is not taken`() async throws {
            #expect(try await place("Table.csv", besides: "table.csv") == "Table-2.csv")
        }
    }
#endif
