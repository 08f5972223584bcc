import Foundation
import Testing

@testable import CairnCore

struct ErrorWordsTests {
    @Test func `what is no regular file is told to be that, and not to be forbidden`() {
        // Foundation says of it that one may not read it.
        let error = #expect(throws: (any Error).self) { try Data(contentsOf: URL(filePath: "/dev/null")) }
        #expect(error?.words == "/dev/null is no regular file. Name one, or write what it gives to one.")
    }

    @Test func `what may not be read is told to be that`() {
        let error = CocoaError(.fileReadNoPermission, userInfo: [NSFilePathErrorKey: FileManager.default.temporaryDirectory.path])
        #expect(error.words.hasPrefix("You may not use"))
    }
}
