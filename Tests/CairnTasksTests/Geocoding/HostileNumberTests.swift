import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Testing

/// Any number of an answer can be anything.
@Suite(.timeLimit(.minutes(10)))
struct HostileNumberTests {
    @Test(arguments: [
        ("1e30", "1e30"), ("\"1e30\"", "9223372036854775807"), ("-5", "\"-5\""), ("0", "0"), ("\"NaN\"", "\"NaN\""),
        ("null", "{}"),
        ("0.5", "-0.0"), ("\"many\"", "[]"), ("-1e300", "1e300"),
    ]) func `whatever a service says of its batches they have a sensible size`(maximum: String, suggested: String) async throws {
        let metadata = """
            {"capabilities":"Geocode","locatorProperties":{"MaxBatchSize":\(maximum),"SuggestedBatchSize":\(suggested)}}
            """
        let locator = StubbedLocator(metadata: metadata).task
        try await locator.load()
        let info = try #require(locator.info)
        #expect((100...1_000_000).contains(info.maximumBatchSize))
        #expect((100...info.maximumBatchSize).contains(info.suggestedBatchSize))
    }

    @Test(arguments: [Int.max, Int.min, 0, -1]) func `a locator's own limits are bounded`(limit: Int) async throws {
        let backend = ScriptedLocator(info: LocatorInfo(name: "", suggestedBatchSize: limit, maximumBatchSize: limit))
        let count = limit > 0 ? 25_000 : 10
        let matches = try await LocatorTask(backend: backend).geocodeAddresses(StubbedLocator.records(count))
        #expect(matches.count == count)
        #expect(backend.batches.elements.allSatisfy { $0 <= 10_000 })
    }
}
