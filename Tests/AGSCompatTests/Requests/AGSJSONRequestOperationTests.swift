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

    @Test func `with a file for the answer the result is the file`() throws {
        let file = URL(filePath: "/tmp/answer.json")
        operation.outputFileURL = file
        #expect(try operation.makeResult(Data()) as? URL == file)
    }
}
