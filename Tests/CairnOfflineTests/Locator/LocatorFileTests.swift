import CairnCore
import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import CairnOffline

@Suite(.timeLimit(.minutes(10)))
struct LocatorFileTests {
    private func error(opening url: URL) async -> LocatorError? {
        do {
            try await LocatorTask(fileURL: url).load()
            return nil
        } catch {
            return error as? LocatorError
        }
    }

    private func file(_ name: String, _ data: Data) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID())-\(name)")
        try data.write(to: url)
        return url
    }

    @Test func `a file cut short is noticed`() async throws {
        let locator = try BuiltLocator(Town.addresses)
        let data = try Data(contentsOf: locator.url)
        for share in [0.9, 0.5, 0.1] {
            let url = try file("short.locator", data.prefix(Int(rounding: Double(data.count) * share, .down) ?? 0))
            #expect(await error(opening: url) == .damaged(path: url.path))
        }
    }

    @Test(arguments: ["town.loz", "town.loc"])
    func `an Esri locator is told what it is and what to do`(name: String) async throws {
        let url = try file(name, Data([1, 2, 3]))
        #expect(await error(opening: url) == .esriLocator(path: url.path))
        #expect(LocatorError.esriLocator(path: "x").description.contains("cairn build-locator"))
    }

    @Test func `a file of the old kind is told to be built anew, and one of a later kind to be read by a later version`()
        async throws
    {
        var old = Data("SQLite format 3\u{0}".utf8) + Data(count: 200)
        old.replaceSubrange(68..<72, with: Data("CRNL".utf8))
        let url = try file("old.locator", old)
        #expect(await error(opening: url) == .olderFormat(path: url.path))
        let locator = try BuiltLocator(Town.addresses)
        var later = try LocatorBytes(locator.url)
        later.bytes[4] += 1
        later.reseal()
        let other = try file("later.locator", Data(later.bytes))
        #expect(await error(opening: other) == .newerFormat(path: other.path, found: 3, supported: 2))
    }

    @Test func `a file that somebody writes into while it is open is told, and then opened anew`() async throws {
        let (one, other) = (try BuiltLocator(Town.addresses, Town.places), try BuiltLocator(Town.ranges))
        let task = LocatorTask(fileURL: one.url)
        #expect(try await task.geocode(forSearchText: "5 5th Ave").first != nil)
        let engine = try LocatorEngine(one.url)
        // In place, as copying does: what is mapped becomes shorter.
        let handle = try FileHandle(forWritingTo: one.url)
        try handle.truncate(atOffset: 0)
        #expect(throws: LocatorError.changed(path: one.url.path)) { try engine.geocode("5 5th Ave", LocatorFilter()) }
        await #expect(throws: LocatorError.self) { try await task.geocode(forSearchText: "5 5th Ave") }
        try handle.write(contentsOf: Data(contentsOf: other.url))
        try handle.close()
        #expect(try await task.geocode(forSearchText: "150 Elm Rd").first?.label == "150 Elm Road, Springfield, IL, 62704")
    }

    @Test func `a folder is no locator`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).locator")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        #expect(await error(opening: folder) == .notALocator(path: folder.path))
    }

    @Test(arguments: ["", "name,lat\n", "SQLite format 3\u{0}"])
    func `what is no locator is refused`(text: String) async throws {
        let url = try file("not.locator", Data(text.utf8))
        #expect(await error(opening: url) == .notALocator(path: url.path))
    }

    @Test func `a missing file is named`() async {
        #expect(await error(opening: URL(filePath: "/nowhere.locator")) == .notFound(path: "/nowhere.locator"))
    }

    @Test func `a single question has its turn while tables are geocoded`() async throws {
        let locator = try BuiltLocator(Town.addresses)
        let file = LocatorFile(locator.url)
        let records = (1...500).map { GeocodeRecord(id: $0, query: .singleLine("12 North Main Street, Springfield")) }
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let hasEnded = Level(false)
        // More than there are threads: without turns the last begins when the first has ended.
        let tables = 2 * ProcessInfo.processInfo.activeProcessorCount + 1
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<tables {
                group.addTask {
                    begin.yield()
                    _ = try await file.geocode(records, GeocodeParameters())
                    hasEnded.send(true)
                }
            }
            for await _ in begun.prefix(tables) {}
            let single = try await file.geocode(.singleLine("12A North Main Street"), GeocodeParameters())
            #expect(!single.isEmpty)
            #expect(!hasEnded.value)
            group.cancelAll()
            try? await group.waitForAll()
        }
        withExtendedLifetime(locator) {}
    }

    @Test func `a table that nobody waits for any more is not geocoded`() async throws {
        let locator = try BuiltLocator(Town.addresses)
        let file = LocatorFile(locator.url)
        let records = (0..<2000).map { GeocodeRecord(id: $0, query: .singleLine("12 Main St")) }
        await #expect(throws: CancellationError.self) {
            try await cancelled { _ = try await file.geocode(records, GeocodeParameters()) }
        }
        await #expect(throws: CancellationError.self) {
            let places = [Position](repeating: Position(x: 10, y: 50), count: 100_000)
            try await cancelled { _ = try await file.nearestEntries(to: places) }
        }
        #expect(try await file.geocode(Array(records.prefix(2)), GeocodeParameters()).count == 2)
        withExtendedLifetime(locator) {}
    }

    /// Runs work in a task that is cancelled already.
    private func cancelled(_ work: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await work()
        }
        try await task.value
    }
}
