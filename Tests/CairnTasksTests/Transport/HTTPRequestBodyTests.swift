import CairnCore
import CairnTesting
import Foundation
import Testing

@testable import CairnTasks

struct HTTPRequestBodyTests {
    let file = FileManager.default.temporaryDirectory.appending(path: "cairn-body-\(UUID())")

    /// Pieces of any sizes, read in bits of any sizes, and from the beginning again at any moment.
    @Test(arguments: 1...100)
    func `a body is read as it is, however it is cut`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let content = Data((0..<1000).map { _ in UInt8.random(in: 0...255, using: &random) })
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var (pieces, expected) = ([HTTPRequestBody.Piece](), Data())
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            if Bool.random(using: &random) {
                pieces.append(.file(file))
                expected += content
            } else {
                let data = content.dropFirst(Int.random(in: 0...1000, using: &random))
                pieces.append(.data(data))
                expected += data
            }
        }
        let reader = try HTTPRequestBodyReader(HTTPRequestBody(pieces))
        #expect(reader.count == expected.count)
        for _ in 0..<3 {
            var read = Data()
            let end = Int.random(in: 0...(expected.count * 2), using: &random)
            while read.count < end {
                let bit = try reader.read(upTo: Int.random(in: 1...700, using: &random))
                if bit.isEmpty { break }
                read += bit
            }
            #expect(expected.starts(with: read) && (end < expected.count || read == expected))
            reader.rewind()
        }
        #expect(try HTTPRequestBody(pieces).contents() == expected)
    }

    @Test func `a file that grows is sent as long as it was, and one that shrinks not at all`() throws {
        try Data(count: 100).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let reader = try HTTPRequestBodyReader(.file(file))
        try Data(count: 200).write(to: file)
        #expect(try reader.read(upTo: 1000).count == 100 && reader.read(upTo: 1000).isEmpty)
        try FileDescriptor(file.path, O_WRONLY).truncate(to: 50)
        reader.rewind()
        #expect(try reader.read(upTo: 1000).count == 50)
        #expect(throws: SystemError.self) { try reader.read(upTo: 1000) }
    }

    @Test(arguments: ["/dev/null", "/", "/no/such/file"])
    func `what is no file is refused before anything is sent`(_ path: String) {
        #expect(throws: SystemError.self) { try HTTPRequestBodyReader(.file(URL(filePath: path))) }
    }
}

struct MultipartFormTests {
    @Test func `a form says what each part is, and no name can end its part`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-form-\(UUID())")
        try Data("jpeg".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var form = MultipartForm(fields: ["f": "json", "note\r\nX: 1\"": "größe"])
        form.add(file, as: "attachment", fileName: "a\"b.jpg", type: "image/jpeg")
        let request = form.request(to: URL(string: "https://example.com/upload")!)
        let boundary = try #require(request.headers["Content-Type"]?.components(separatedBy: "boundary=").last)
        let text = String(decoding: try #require(request.body).contents(), as: UTF8.self)
        #expect(
            text
                == """
                --B\r
                Content-Disposition: form-data; name="f"\r
                \r
                json\r
                --B\r
                Content-Disposition: form-data; name="note%0D%0AX: 1%22"\r
                \r
                größe\r
                --B\r
                Content-Disposition: form-data; name="attachment"; filename="a%22b.jpg"\r
                Content-Type: image/jpeg\r
                \r
                jpeg\r
                --B--\r

                """.replacing("B", with: boundary))
        #expect(!request.isRepeatable && request.timeout == nil)
    }
}
