import CairnCore
@testable import CairnLocalServer
import CairnTasks
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct UploadStoreTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

    private func file(_ text: String) -> UploadedFile {
        UploadedFile(field: "file", name: "\(text).txt", contentType: "text/plain", content: Data(text.utf8))
    }

    @Test func `files are found again by another server, until they are thrown away`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let item = try await UploadStore(folder).add(file("a"), description: "some\u{7}thing")
        #expect(item.name == "a.txt" && !item.description.contains("\u{7}"))
        let store = UploadStore(folder)
        let known = try #require(try await store.item(item.itemID))
        #expect(known.name == item.name && known.description == item.description)
        #expect(try await store.content(of: item.itemID) == Data("a".utf8))
        #expect(try await store.item("../\(item.itemID)") == nil)
        #expect(try await store.delete(item.itemID))
        #expect(try await !store.delete(item.itemID))
        #expect(try await store.content(of: item.itemID) == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }

    @Test func `the oldest go when there are more than a thousand`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = UploadStore(folder)
        var items: [UploadedItem] = []
        for number in 0..<1003 { items.append(try await store.add(file("\(number)"), description: "")) }
        for item in items.prefix(3) { #expect(try await store.item(item.itemID) == nil) }
        #expect(try await store.content(of: items[3].itemID) == Data("3".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1000)
    }
}
