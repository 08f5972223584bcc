import CairnTesting
import Foundation
import Testing

@testable import AGSToolkitCompat

struct EntryFilesTests {
    @Test func `of a folder that cannot be seen nobody says that it holds nothing of an id`() throws {
        let home = try ManagerHome()
        let files = home.files
        #expect(!files.remove("a"))
        try FileManager.default.createDirectory(at: files.directory, withIntermediateDirectories: true)
        #expect(files.remove("a"))
        #expect(files.set(.job(["status": "x"]), for: "a") && files["a"] != nil)
        #expect(files.remove("a") && files["a"] == nil && files.remove("a"))
    }
}
