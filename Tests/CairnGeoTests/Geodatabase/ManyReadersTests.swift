#if os(Linux)
    import CairnGeo
    import Foundation
    import Testing

    /// Many who ask one file at once.
    // What waits for a thread here waits for those of the long forms that reckon for minutes.
    @Suite(.timeLimit(.minutes(30)))
    struct ManyReadersTests {
        private func descriptors(_ folder: URL) -> Int {
            let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return open.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
                .filter { $0.contains(folder.lastPathComponent) }.count
        }

        @Test func `few connections answer them all, and no more stay`() async throws {
            let file = try GeodatabaseFile()
            let geodatabase = try await Geodatabase.create(at: file.url)
            let counts = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<300 {
                    group.addTask {
                        try await geodatabase.ask { package in
                            _ = try package.tables()
                            return descriptors(file.folder)
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // Of each connection the file, its log and what it shares of that.
            #expect(counts.count == 300 && (counts.max() ?? 0) <= 3 * 17)
            #expect(descriptors(file.folder) <= 3 * 17)
            try await geodatabase.close()
            #expect(descriptors(file.folder) == 0)
        }

        @Test func `who is cancelled while waiting leaves its turn to others`() async throws {
            let file = try GeodatabaseFile()
            let geodatabase = try await Geodatabase.create(at: file.url)
            for _ in 0..<20 {
                let tasks = (0..<100).map { _ in Task { try await geodatabase.ask { try $0.tables().count } } }
                for task in tasks.prefix(70) { task.cancel() }
                for task in tasks.dropFirst(70) { #expect(try await task.value == 0) }
            }
            #expect(try await geodatabase.ask { try $0.tables().count } == 0)
        }
    }
#endif
