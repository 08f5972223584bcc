import AGSCompat
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Files that tools give, and where they go.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FetchedFileTests {
    @Test func `a file goes into a folder that is there, under the name at the end of its address`() async throws {
        let gate = Gate()
        gate.open()
        let tool = EchoTool(gate: gate, givesReport: true)
        let server = LocalServer(tools: ["Tools": PublishedTools([tool], executionType: .asynchronousSubmit)])
        let root = try await server.start()
        let task = AGSGeoprocessingTask(url: root.appending(path: "arcgis/rest/services/Tools/GPServer/Echo"))
        let parameters = AGSGeoprocessingParameters(executionType: .asynchronousSubmit)
        parameters.inputs["Text"] = AGSGeoprocessingString(value: "ü")
        let job = task.geoprocessingJob(with: parameters)
        let result: AGSGeoprocessingResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        let report = try #require(result.outputs["Report"] as? AGSGeoprocessingDataFile)

        let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = try #require(report.url?.lastPathComponent)
        // One that is there is replaced.
        try Data("old".utf8).write(to: folder.appending(path: name))
        let file: URL = try await answer { report.download(toFileURL: folder, completion: $0) }
        #expect(file.path == folder.appending(path: name).path)
        #expect(try String(contentsOf: file, encoding: .utf8) == "report")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])

        // A slash with an accent behind it is one.
        let accented = ["..%2F%CC%81x", "a%2F%CC%81x"].compactMap { URL(string: "\(root.absoluteString)/\($0)") }
        for address in [root, root.appending(path: "..")] + accented {
            let nameless = AGSGeoprocessingDataFile(url: address)
            let error = await #expect(throws: NSError.self) {
                let _: URL = try await answer { nameless.download(toFileURL: folder, completion: $0) }
            }
            #expect(error?.domain == AGSErrorDomain && error?.code == AGSErrorCode.commonInvalidArgument.rawValue)
        }
        await server.stop()
    }
}
