@testable import CairnGeo
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

    /// Who reads is waited for by SQLite, who writes by us.
    @Test(arguments: ["BEGIN; SELECT * FROM gpkg_contents", "BEGIN IMMEDIATE"], [true, false])
    func `who is about to keep the journal ahead waits for who has the file, but not for ever`(other: String, ends: Bool) throws {
        let file = try GeoPackageFile()
        nonisolated(unsafe) let holder = file.package.database
        try holder.execute(other)
        let rests = Mutex<[Int]>([])
        let package = try GeoPackage(file.url)
        package.database.wait(
            with: Patience { pause in
                let count = rests.withLock { rests in
                    rests.append(Int(pause))
                    return rests.count
                }
                if ends, count == 3 { try? holder.execute("COMMIT") }
            })
        if ends {
            try package.beginLoggingAhead()
            #expect(rests.withLock(\.count) == 3)
        } else {
            let error = #expect(throws: DatabaseError.self) { try package.beginLoggingAhead() }
            #expect(error?.isOfOthers == true && (4950...5000).contains(rests.withLock { $0.reduce(0, +) }))
        }
    }
}
