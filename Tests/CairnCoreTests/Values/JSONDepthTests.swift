import Foundation
import Synchronization
import Testing

@testable import CairnCore

/// A thread may have as little as 512 KiB of stack.
struct JSONDepthTests {
    @Test(arguments: ["[", "{\"a\":", "[{\"b\":"])
    func `the deepest document fits a small stack, read, written, compared and let go`(opening: String) throws {
        let depth = JSONValue.maximumDepth
        let count = opening.count > 5 ? depth / 2 : depth
        let closing = opening == "[" ? "]" : opening.hasPrefix("[") ? "}]" : "}"
        let text = String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)
        let isSame = try onSmallStack {
            let value = try JSONValue(parsing: text)
            let again = try JSONValue(parsing: value.data(pretty: true))
            return value == again && value.hashValue == again.hashValue && value.text() == text && !value.isDeeper(than: depth)
        }
        #expect(isSame)
        #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: "[\(text)]") }
    }

    @Test func `hostile nesting is refused on a small stack`() throws {
        let offset = try onSmallStack {
            do {
                _ = try JSONValue(parsing: String(repeating: "[", count: 1_000_000))
                return -1
            } catch let error as JSONSyntaxError { return error.offset }
        }
        #expect(offset == JSONValue.maximumDepth)
    }

    @Test func `what is encoded as deep as Foundation does is read`() throws {
        let depth = try onStack(of: 8 << 20) { try JSONValue(encoding: Nested(depth: 511)).decode(Nested.self).depth }
        #expect(depth == 511)
    }
}
