@testable import CairnGeo
import Foundation
import Synchronization
import Testing

struct PatienceTests {
    /// What is waited in all, in milliseconds, until it gives up.
    private func wait(_ patience: Patience, atMost most: Int = .max) -> Int {
        var (count, waited) = (0, 0)
        while waited < most, let pause = patience.pause(after: count) {
            #expect(pause > 0 && pause <= 25)
            (count, waited) = (count + 1, waited + pause)
        }
        return waited
    }

    @Test func `five seconds are waited each time, and not more`() {
        let patience = Patience()
        for _ in 0..<3 { #expect((4975...5000).contains(wait(patience))) }
    }

    @Test func `who hurries waits a quarter of a second for all that comes before`() {
        let patience = Patience()
        _ = wait(patience, atMost: 1000)
        patience.hurrying {
            #expect((225...250).contains(wait(patience)))
            for _ in 0..<3 { #expect(wait(patience) <= 25) }
            patience.hurrying { #expect(wait(patience) <= 25) }
        }
        #expect(wait(patience) > 4900)
        patience.hurrying { #expect((225...250).contains(wait(patience))) }
    }

    @Test func `what waits already is told to hurry`() {
        let patience = Patience()
        var count = 0
        for _ in 0..<100 {
            #expect(patience.pause(after: count) != nil)
            count += 1
        }
        patience.hurrying {
            var waited = 0
            while let pause = patience.pause(after: count) { (count, waited) = (count + 1, waited + pause) }
            #expect((225...250).contains(waited))
        }
    }

    /// Another connection to the file, which does something whenever a number of pauses has been made for it.
    private final class Holder: Sendable {
        let url: URL
        private let file: Mutex<GeoPackageFile>
        private let first: String
        private let steps: Mutex<[Int: String]>
        private let pauses = Mutex<[Int]>([])

        init(_ first: String, _ steps: [Int: String] = [:]) throws {
            let file = try GeoPackageFile()
            (url, self.first) = (file.url, first)
            self.steps = Mutex(steps)
            self.file = Mutex(file)
        }

        func execute(_ sql: String) throws { try file.withLock { try $0.package.database.execute(sql) } }

        /// How often, and how long in all, has been waited.
        var count: Int { pauses.withLock(\.count) }
        var waited: Int { pauses.withLock { $0.reduce(0, +) } }

        /// A connection that waits for this one, and calls `body` after each pause.
        func waiting(_ body: @escaping @Sendable (Int) -> Void = { _ in }) throws -> GeoPackage {
            let package = try GeoPackage(url)
            package.database.wait(
                with: Patience { pause in
                    self.pauses.withLock { $0.append(Int(pause)) }
                    if let step = self.steps.withLock({ $0.removeValue(forKey: self.count) }) {
                        #expect(throws: Never.self) { try self.execute(step) }
                    }
                    body(self.count)
                })
            try execute(first)
            return package
        }
    }

    /// Who reads is waited for by SQLite, who writes by us, and who does one after the other by both.
    @Test(arguments: [
        ("BEGIN; SELECT * FROM gpkg_contents", [3: "COMMIT"]), ("BEGIN IMMEDIATE", [3: "COMMIT"]),
        ("BEGIN EXCLUSIVE", [2: "COMMIT; BEGIN IMMEDIATE", 3: "COMMIT"]),
        ("BEGIN IMMEDIATE", [1: "COMMIT; BEGIN EXCLUSIVE", 2: "COMMIT; BEGIN; SELECT * FROM gpkg_contents", 3: "COMMIT"]),
    ])
    func `who is about to keep the journal ahead waits for who has the file`(first: String, steps: [Int: String]) throws {
        let holder = try Holder(first, steps)
        try holder.waiting().beginLoggingAhead()
        #expect(holder.count == 3)
    }

    @Test(arguments: [
        ("BEGIN; SELECT * FROM gpkg_contents", [:]), ("BEGIN IMMEDIATE", [:]), ("BEGIN EXCLUSIVE", [:]),
        ("BEGIN EXCLUSIVE", [150: "COMMIT; BEGIN IMMEDIATE"]), ("BEGIN IMMEDIATE", [150: "COMMIT; BEGIN EXCLUSIVE"]),
    ])
    func `it waits for five seconds in all, and holds nothing then`(first: String, steps: [Int: String]) throws {
        let holder = try Holder(first, steps)
        let package = try holder.waiting()
        let error = #expect(throws: DatabaseError.self) { try package.beginLoggingAhead() }
        #expect(error?.isOfOthers == true)
        #expect((4950...5000).contains(holder.waited))
        try withExtendedLifetime(package) { try holder.execute("COMMIT; BEGIN EXCLUSIVE; COMMIT") }
    }

    /// What it waits for has to be able to end: who writes wants nobody to read then.
    @Test(arguments: [
        ("BEGIN; SELECT * FROM gpkg_contents", "COMMIT"), ("BEGIN IMMEDIATE", "DELETE FROM gpkg_extensions; COMMIT"),
        ("BEGIN EXCLUSIVE", "DELETE FROM gpkg_extensions; COMMIT"),
    ])
    func `who wants the file alone holds nothing of it while it waits`(first: String, last: String) throws {
        let holder = try Holder(first, [3: last])
        try withExtendedLifetime(try holder.waiting()) { package in
            try package.lockForWriting()
            #expect(holder.count == 3)
            #expect(throws: DatabaseError.self) { try Database(holder.url, .readOnly).isEmpty() }
        }
    }

    @Test(arguments: ["BEGIN; SELECT * FROM gpkg_contents", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
    func `who does not get the file alone holds nothing of it`(first: String) throws {
        let holder = try Holder(first)
        let package = try holder.waiting()
        #expect(throws: DatabaseError.self) { try package.lockForWriting() }
        try withExtendedLifetime(package) { try holder.execute("COMMIT; BEGIN EXCLUSIVE; COMMIT") }
    }

    @Test(arguments: ["BEGIN; SELECT * FROM gpkg_contents", "BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
    func `who is asked to end does not wait any longer`(first: String) throws {
        let (holder, interruption) = (try Holder(first), Interruption())
        let package = try holder.waiting { if $0 == 4 { interruption.ask() } }
        #expect(throws: CancellationError.self) {
            try package.database.interruptible(by: interruption) { try package.beginLoggingAhead() }
        }
        #expect(holder.count == 4)
        try withExtendedLifetime(package) { try holder.execute("COMMIT; BEGIN EXCLUSIVE; COMMIT") }
    }

    @Test(arguments: ["SELECT * FROM gpkg_contents", "BEGIN; SELECT * FROM gpkg_contents", "BEGIN IMMEDIATE"])
    func `who does not get a file alone whose journal is kept ahead keeps nobody from it`(first: String) throws {
        let holder = try Holder("PRAGMA journal_mode = WAL; \(first)")
        let package = try holder.waiting()
        #expect(throws: DatabaseError.self) { try package.lockForWriting() }
        try withExtendedLifetime(package) {
            try holder.execute(first.hasPrefix("BEGIN") ? "COMMIT" : "SELECT 1")
            try holder.execute("BEGIN IMMEDIATE; DELETE FROM gpkg_extensions; COMMIT")
            #expect(try !Database(holder.url, .readOnly).isEmpty())
        }
    }

    @Test func `who is asked to end while a file is opened does not wait any longer`() async throws {
        let holder = try Holder("BEGIN EXCLUSIVE")
        let pauses = Atomic(0)
        let connection = GeodatabaseConnection(holder.url.path) { _, interruption in
            let patience = Patience { _ in
                if pauses.add(1, ordering: .relaxed).newValue == 4 { interruption.ask() }
            }
            return try GeoPackage(holder.url, isReadOnly: true, waiting: patience, until: interruption)
        }
        try holder.execute("BEGIN EXCLUSIVE")
        await #expect(throws: CancellationError.self) { try await connection.perform { try $0.contents() } }
        #expect(pauses.load(ordering: .relaxed) == 4)
        try holder.execute("COMMIT")
        _ = try await connection.perform { try $0.contents() }
    }

    /// Another program that writes more than it has memory for has some of it in the file, and what was there beside it.
    @Test func `who is asked to end while others write more than they can keep does not wait`() async throws {
        let holder = try Holder("SELECT 1")
        let pauses = Atomic(0)
        let patience = Patience { _ in pauses.add(1, ordering: .relaxed) }
        let connection = GeodatabaseConnection(holder.url.path, patience: patience) { patience, interruption in
            try GeoPackage(holder.url, isReadOnly: true, waiting: patience, until: interruption)
        }
        _ = try await connection.perform { try $0.contents() }
        let rows = "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT randomblob(5000) FROM n"
        try holder.execute("PRAGMA cache_size = 10; CREATE TABLE more (x); BEGIN; INSERT INTO more \(rows)")
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            _ = try await connection.perform { try $0.contents() }
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(pauses.load(ordering: .relaxed) == 0)
        try holder.execute("COMMIT")
        _ = try await connection.perform { try $0.contents() }
    }

    @Test func `what is tried again as part of something that is has no patience of its own`() {
        let patience = Patience()
        patience.persisting {
            _ = wait(patience, atMost: 3000)
            patience.persisting { #expect((1950...2000).contains(wait(patience))) }
            #expect(wait(patience) == 0)
        }
        #expect(wait(patience) > 4900)
    }
}
