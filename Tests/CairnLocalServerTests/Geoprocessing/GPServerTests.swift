import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GPServerTests {
    private let tool = Waiting()
    private let site: GPSite
    private let path = "Wait here"

    init() {
        site = GPSite(PublishedTools([tool, CountdownTool()], maximumRunning: 2))
    }

    @Test func `the service and its tools say what they are`() async throws {
        let service = try await site.json("")
        #expect(service["tasks"] == ["Wait here", "Countdown"] && service["executionType"] == "esriExecutionTypeAsynchronous")
        let task = try await site.json(path)
        #expect(task["name"] == "Wait here" && task["parameters"]?.array?.count == 6)
        #expect(task["parameters"]?[0]?["choiceList"] == ["a", "b"])
        #expect(task["parameters"]?[3]?["direction"] == "esriGPParameterDirectionOutput")
        #expect(try await site.json("None")["error"]?["code"] == 404)
        let page = try await site.response(path, ["f": "html"])
        #expect(String(decoding: page.body, as: UTF8.self).contains("<h1>Wait here</h1>"))
        let pretty = try await site.response("", ["f": "pjson"])
        #expect(String(decoding: pretty.body, as: UTF8.self).contains("\n"))
        #expect(try await site.response("", ["f": "kmz"]).body.contains(Data("not supported".utf8)))
    }

    @Test func `a job goes through its states, and gives its results`() async throws {
        let id = try await site.submit(path, ["text": "a"])
        let running = try await site.job(id, of: path, is: "esriJobExecuting")
        #expect(running["inputs"]?["Text"]?["paramUrl"] == "inputs/Text" && running["results"] == nil)
        while try await site.json("\(path)/jobs/\(id)")["progress"]?["percent"] != 25 { await Task.yield() }
        #expect(try await site.json("\(path)/jobs/\(id)/results/Out")["error"]?["code"] == 404)
        #expect(try await site.json("\(path)/jobs/\(id)/inputs/text")["value"] == "a")
        tool.gate.open()
        let ended = try await site.job(id, of: path, is: "esriJobSucceeded")
        #expect(ended["results"]?["Out"]?["paramUrl"] == "results/Out" && ended["progress"] == nil)
        #expect(
            try await site.json("\(path)/jobs/\(id)/results/out") == ["paramName": "Out", "dataType": "GPString", "value": "a"])
        #expect(try await site.json("\(path)/jobs/\(id)", ["returnMessages": "false"])["messages"] == nil)
    }

    @Test func `what is none of the inputs is told, and what every client may send is not`() async throws {
        tool.gate.open()
        let fields = ["Text": "a", "Tetx": "b", "env:outSR": "4326", "returnZ": "true", "context": "{}"]
        let id = try await site.submit(path, fields)
        let messages = try await site.job(id, of: path, is: "esriJobSucceeded")["messages"]?.array ?? []
        let warnings = messages.filter { $0["type"] == "esriJobMessageTypeWarning" }.compactMap { $0["description"]?.string }
        #expect(warnings.count == 1 && warnings[0].contains("no input 'tetx'"), "\(warnings)")
    }

    @Test func `what cannot be an input is refused before there is a job`() async throws {
        for fields in [
            [:], ["Text": "c"], ["Text": "a", "Size": "many"], ["Text": "a", "Input": "[1"], ["Text": "a", "Input": "{}"],
        ] {
            let error = try await site.json("\(path)/submitJob", fields)["error"]
            #expect(error?["code"] == 400 && error?["message"] == "Invalid or missing input parameters.", "\(fields)")
        }
        #expect(try await site.json("\(path)/execute", ["Text": "a"])["error"]?["code"] == 400)
        let secret = #"{"url":"http://localhost/FeatureServer/0?token=hush"}"#
        let id = try await site.submit(path, ["Text": "a", "Input": secret])
        #expect(try await !site.response("\(path)/jobs/\(id)/inputs/Input").body.contains(Data("hush".utf8)))
    }

    @Test func `only what waits or runs is cancelled`() async throws {
        let ids = [try await site.submit(path, ["Text": "a"]), try await site.submit(path, ["Text": "a"])]
        for id in ids { _ = try await site.job(id, of: path, is: "esriJobExecuting") }
        let third = try await site.submit(path, ["Text": "b"])
        _ = try await site.job(third, of: path, is: "esriJobWaiting")
        for id in [third] + ids {
            #expect(try await site.json("\(path)/jobs/\(id)/cancel")["jobStatus"] == "esriJobCancelling")
            _ = try await site.job(id, of: path, is: "esriJobCancelled")
            let again = try await site.json("\(path)/jobs/\(id)/cancel")
            #expect(again["error"]?["code"] == 400 && again["error"]?["message"] == "Invalid or missing input parameters.")
        }
        #expect(try await site.json("Countdown/jobs/\(ids[0])")["error"]?["code"] == 404)
    }

    @Test func `files are fetched, from some byte on too, and none outside the job's folder`() async throws {
        tool.gate.open()
        let id = try await site.submit(path, ["Text": "a"])
        _ = try await site.job(id, of: path, is: "esriJobSucceeded")
        let url = try await site.json("\(path)/jobs/\(id)/results/File")["value"]?["url"]?.string
        #expect(url == "http://localhost/arcgis/rest/services/Tools/GPServer/Wait%20here/jobs/\(id)/scratch/sub/my%20file.txt")
        let address = try #require(url.flatMap { URL(string: $0) })
        let whole = try await site.server.send(HTTPRequest(.get, address))
        let version = try #require(whole.headers["etag"])
        #expect(whole.body == Data("0123456789".utf8))
        let file = "\(path)/jobs/\(id)/scratch/sub/my file.txt"
        let rest = try await site.response(file, headers: ["range": "bytes=7-", "if-range": version])
        #expect(rest.status == 206 && rest.body == Data("789".utf8) && rest.headers["content-range"] == "bytes 7-9/10")
        #expect(try await site.response(file, headers: ["range": "bytes=10-"]).status == 416)
        #expect(try await site.response(file, headers: ["range": "bytes=7-", "if-range": "\"other\""]).body.count == 10)
        for other in ["scratch/../job.json", "scratch/%2e%2e/job.json", "scratch/sub", "scratch/none", "scratch/sub%2F%CC%81x"] {
            let address = "http://localhost/arcgis/rest/services/Tools/GPServer/Wait%20here/jobs/\(id)/\(other)?f=json"
            let refused = try await site.server.send(HTTPRequest(.get, try #require(URL(string: address))))
            #expect(refused.body.contains(Data("\"error\"".utf8)), "\(other)")
        }
    }

    @Test func `files that are uploaded are inputs`() async throws {
        tool.gate.open()
        let uploads = ServiceUploads(url: site.service, transport: site.server)
        let set = Data(#"{"features":[{"attributes":{}},{"attributes":{}}]}"#.utf8)
        let item = try await uploads.upload(set, named: "set.json", description: "two")
        #expect(item.name == "set.json" && item.description == "two" && item.isCommitted && item.date != nil)
        #expect(try await site.response("uploads/\(item.itemID)/download").body == set)
        let id = try await site.submit(path, ["Text": "a", "Input": "{\"itemID\":\"\(item.itemID)\"}"])
        _ = try await site.job(id, of: path, is: "esriJobSucceeded")
        #expect(try await site.json("\(path)/jobs/\(id)/results/Count")["value"] == 2)
        try await uploads.delete(item)
        await #expect { try await uploads.delete(item) } throws: { ($0 as? ServiceError)?.code == 404 }
        let other = try await site.submit(path, ["Text": "a", "Input": "{\"itemID\":\"\(item.itemID)\"}"])
        let failed = try await site.job(other, of: path, is: "esriJobFailed")
        #expect(failed["messages"]?.array?.contains { $0["description"]?.string?.contains("Upload it again") == true } == true)
    }

    @Test func `a tool whose client waits answers at once`() async throws {
        tool.gate.open()
        let site = GPSite(PublishedTools([CountdownTool(), tool], executionType: .synchronousExecute))
        #expect(try await site.json("Countdown/submitJob")["error"]?["code"] == 400)
        // Files would have to be kept.
        #expect(try await site.json("Wait here/execute", ["Text": "a"])["error"]?["code"] == 500)
    }
}
