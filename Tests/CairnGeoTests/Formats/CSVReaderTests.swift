import CairnCore
import CairnGeo
import Foundation
import Testing

struct CSVReaderTests {
    private func read(_ data: Data) throws -> [CSVReader.Row] {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        defer { try? FileManager.default.removeItem(at: url) }
        try data.write(to: url)
        let reader = try CSVReader(url)
        var rows: [CSVReader.Row] = []
        while let row = try reader.next() { rows.append(row) }
        return rows
    }

    private func fields(_ text: String) throws -> [[String]] { try read(Data(text.utf8)).map(\.fields) }

    @Test(arguments: ["a,b\n1,2\n", "a,b\r\n1,2\r\n", "a,b\r1,2\r", "a,b\n1,2", "\u{FEFF}a,b\n\n1,2\n\n"])
    func `line ends and marks do not matter`(text: String) throws {
        #expect(try fields(text) == [["a", "b"], ["1", "2"]])
    }

    @Test(arguments: [",", ";", "\t", "|"])
    func `the separator is detected`(separator: String) throws {
        #expect(try fields("a\(separator)b\n1\(separator)\n") == [["a", "b"], ["1", ""]])
    }

    @Test func `quotes hold separators line ends and quotes`() throws {
        #expect(try fields("a,b\n\"x,\n\"\"y\"\"\",2\n") == [["a", "b"], ["x,\n\"y\"", "2"]])
    }

    @Test func `lines are counted through quoted line ends`() throws {
        #expect(try read(Data("a\n\"x\ny\"\nz\n".utf8)).map(\.line) == [1, 2, 4])
    }

    @Test func `a row's end is where a second reader goes on`() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv")
        defer { try? FileManager.default.removeItem(at: url) }
        try Data("\u{FEFF}a,b\r\n1,\"x\ny\"\r\n3,4\r\n".utf8).write(to: url)
        let first = try CSVReader(url)
        _ = try first.next()
        let row = try #require(try first.next())
        let second = try CSVReader(url, from: row.end, line: 4)
        #expect(try second.next()?.fields == ["3", "4"])
    }

    @Test func `a quote that is never closed is reported where it was opened`() throws {
        #expect { try fields("a,b\n1,2\n3,\"open\nand\non\n") } throws: { ($0 as? CSVError)?.line == 3 }
    }

    @Test func `text after a closing quote is a problem of that row alone`() throws {
        let rows = try read(Data("a,b\n\"x\"y,2\n3,4\n".utf8))
        #expect(rows[1].problem != nil && rows[1].fields == ["x", "2"])
        #expect(rows[2].problem == nil)
    }

    @Test(arguments: [true, false])
    func `a field of ten megabytes is cut and the row after it is whole`(quoted: Bool) throws {
        let long = String(repeating: "é", count: 5_000_000)
        let rows = try read(Data("a,b\n\(quoted ? "\"\(long)\"" : long),2\n3,4\n".utf8))
        #expect(rows[1].problem?.contains("1048576") == true)
        #expect(rows[1].fields[1] == "2")
        #expect(rows[2].fields == ["3", "4"])
    }

    @Test func `a field across the buffer's edge is whole`() throws {
        let long = String(repeating: "x", count: 300_000)
        #expect(try fields("a,\(long),c\n1,2,3\n") == [["a", long, "c"], ["1", "2", "3"]])
    }

    @Test func `old spreadsheets are read as Windows-1252`() throws {
        #expect(try read(Data([0x63, 0x61, 0x66, 0xE9, 0x0A])).map(\.fields) == [["café"]])
    }

    @Test func `UTF-16 is refused with advice`() throws {
        #expect(throws: CSVError.self) { try read(Data([0xFF, 0xFE, 0x61, 0x00])) }
    }

    @Test func `a missing file is named`() {
        let url = URL(filePath: "/nowhere/at all.csv")
        #expect { try CSVReader(url) } throws: { "\($0)".contains("/nowhere/at all.csv") }
    }

    @Test func `an empty file has no rows`() throws {
        #expect(try fields("").isEmpty)
    }

    @Test(arguments: [["a", "b"], ["x,y", "say \"hi\"", "two\nlines"], ["", "é"], [""]])
    func `what is written is read`(row: [String]) throws {
        let text = CSVWriter.row(["first"] + row)
        #expect(try fields(text) == [["first"] + row])
    }
}
