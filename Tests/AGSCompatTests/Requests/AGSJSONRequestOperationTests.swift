import CairnCore
import CairnTasks
import Foundation
import Testing

@testable import AGSCompat

struct AGSJSONRequestOperationTests {
    private let operation = AGSJSONRequestOperation(url: URL(string: "https://example.com/rest")!)

    @Test(arguments: [1, 100_000]) func `an error in an envelope is the operation's, however long it is`(size: Int) throws {
        let words = String(repeating: "x", count: size)
        for answer in [
            "{\"error\":{\"code\":404,\"message\":\"None.\",\"details\":[\"\(words)\"]}}",
            "{\"list\":[\"\(words)\"],\"error\":{\"code\":404,\"message\":\"None.\"}}",
        ] {
            let error = #expect(throws: ServiceError.self) { try operation.makeResult(Data(answer.utf8)) }
            #expect(error?.code == 404 && error?.message == "None.")
        }
        let result = try operation.makeResult(Data("{\"error\":null,\"list\":[\"\(words)\"]}".utf8))
        #expect((result as? [String: Any])?["list"] as? [String] == [words])
    }

    @Test func `more values than memory should be taken for are refused, with what to do`() {
        let list = "[" + repeatElement("{}", count: 2_000_001).joined(separator: ",") + "]"
        let error = #expect(throws: NSError.self) { try operation.makeResult(Data(list.utf8)) }
        #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonInvalidJSON.rawValue)
        let words = error?.localizedDescription ?? ""
        #expect(words.contains("has more than 4000000 values") && words.contains("Set an outputFileURL"), "\(words)")
    }

    @Test func `an answer of more than 64 MiB is refused, whatever it holds`() {
        let error = #expect(throws: NSError.self) { try operation.makeResult(Data(count: (64 << 20) + 1)) }
        #expect(error?.localizedDescription.contains("has more than 64 MiB") == true)
    }

    @Test(arguments: [
        ("1", 1), ("[]", 2), ("[1,2,3]", 4), (#"{"a":[1,{}],"b":"x"}"#, 6), (#"["a,b[{","\"],[{"]"#, 3), (#"["\\",1]"#, 3),
        ("", 1),
    ]) func `values are counted, and what stands in texts is not`(document: String, count: Int) {
        #expect(JSONLimit(valueCount: count).objection(to: Data(document.utf8)) == nil)
        #expect(JSONLimit(valueCount: count - 1).objection(to: Data(document.utf8)) == "\(count - 1) values")
    }

    @Test func `with a file for the answer the result is the file`() throws {
        let file = URL(filePath: "/tmp/answer.json")
        operation.outputFileURL = file
        #expect(try operation.makeResult(Data()) as? URL == file)
    }
}
