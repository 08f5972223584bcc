import Testing

@testable import CairnTasks

struct ContentRangeTests {
    @Test func `bytes of a number that is known are a range`() {
        let range = ContentRange("bytes 0-99/1000")
        #expect(range?.start == 0 && range?.end == 100 && range?.total == 1000)
        #expect(ContentRange("Bytes 999-999/1000")?.end == 1000)
    }

    @Test(arguments: [
        nil, "", "bytes", "bytes */1000", "bytes 0-99/*", "bytes 99-0/1000", "bytes 0-1000/1000", "bytes -5-9/1000",
        "bytes +1-9/1000", "items 0-9/10",
        "bytes 0-9", "bytes 0-9/10/11", "bytes 0-1-2/10", "bytes 0-9/99999999999999999999",
        "bytes 9223372036854775807-9223372036854775807/9223372036854775807",
        "bytes ٠-٩/١٠", "bytes 0 - 9 / 10",
    ])
    func `anything else is none`(_ text: String?) {
        #expect(ContentRange(text) == nil)
    }
}
