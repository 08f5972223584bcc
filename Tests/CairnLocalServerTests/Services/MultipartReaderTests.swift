import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

@testable import CairnLocalServer

struct MultipartReaderTests {
    private func read(_ text: String, _ type: String = "multipart/form-data; boundary=b") -> MultipartReader? {
        MultipartReader(Data(text.utf8), contentType: type)
    }

    @Test func `what our forms write is read as it was`() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<rounds(40, long: 20_000) {
            let content = Data(
                (0..<Int.random(in: 0...3000, using: &random)).map { _ in [0x0D, 0x0A, 0x2D, 0x62].randomElement(using: &random)!
                })
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            try content.write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            var form = MultipartForm(fields: ["a": "1\r\n--b", "é": ""])
            form.add(file, as: "file", fileName: "naïve \"name\".bin", type: "a/b")
            let request = form.request(to: URL(string: "http://x")!)
            let type = try #require(request.headers["Content-Type"])
            let body = try #require(request.body).contents()
            let read = try #require(MultipartReader(body, contentType: type))
            #expect(read.fields.map(\.name) == ["a", "é"] && read.fields.map(\.value) == ["1\r\n--b", ""])
            #expect(read.files == [UploadedFile(field: "file", name: "naïve \"name\".bin", contentType: "a/b", content: content)])
        }
    }

    @Test(arguments: [
        "", "--b", "--b\r\n", "--b\r\n\r\nx", "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nx", "x--b--",
        "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", "--b\r\nnothing\r\n\r\nx\r\n--b--", "--bx\r\n",
        "--b\r\nContent-Disposition: form-data; name=\"a\"\r\nx\r\n--b--",
    ])
    func `what is no such form is refused`(text: String) {
        #expect(read(text) == nil)
    }

    @Test(arguments: [
        "multipart/form-data", "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\(String(repeating: "b", count: 71))",
    ])
    func `without a boundary nothing is read`(type: String) {
        #expect(read("--b--", type) == nil)
    }

    @Test func `names of files have no folders, and quotes of either kind`() {
        func name(_ text: String) -> String? {
            read("--b\r\ncontent-disposition:form-data;name=f;filename=\(text)\r\n\r\nx\r\n--b--\r\n")?.files.first?.name
        }
        #expect(name("\"a/b\\\\c.txt\"") == "c.txt" && name("plain.txt") == "plain.txt" && name("\"\"") == "attachment")
        #expect(name("\"a\\\"b%22c\"") == "a\"b\"c")
        #expect(name("\"../\u{301}x\"") == "\u{301}x")
    }

    @Test func `any bytes are refused or read, whatever is cut or changed`() {
        var random = SeededGenerator(seed: 7)
        let whole = Array(
            "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"b\"\r\nContent-Type: c/d\r\n\r\nxyz\r\n--b--\r\n".utf8)
        for _ in 0..<rounds(3000) {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                if Bool.random(using: &random) {
                    bytes[place] = .random(in: 0...255, using: &random)
                } else {
                    bytes.remove(at: place)
                }
            }
            _ = MultipartReader(
                Data(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))),
                contentType: "multipart/form-data; boundary=b")
        }
    }

    @Test func `a form of a thousand and one parts is refused`() {
        let part = "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n"
        #expect(read(String(repeating: part, count: 1000) + "--b--")?.fields.count == 1000)
        #expect(read(String(repeating: part, count: 1001) + "--b--") == nil)
    }
}
