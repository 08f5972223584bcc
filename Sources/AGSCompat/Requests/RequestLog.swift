import CairnCore
import CairnTasks
import Foundation

/// What is told of requests, and where: for debugging.
struct RequestLog: Sendable {
    var fileURL: URL?
    var tellsRequests = false
    var tellsResponses = false
    var includesRequestHeaders = false
    var includesResponseHeaders = false
    var includesTimestamp = false
    var ignoresTiles = false
    var deletesBefore = false

    /// A header field whose value may be somebody's secret.
    private static let secretNames = ["authorization", "x-esri-authorization", "cookie", "set-cookie", "proxy-authorization"]

    func tell(of request: HTTPRequest) {
        guard tellsRequests, !isSilent(of: request.url) else { return }
        write("\(request)", headers: includesRequestHeaders ? request.headers : [:])
    }

    func tell(of answer: HTTPResponseStream, to request: HTTPRequest) {
        guard tellsResponses, !isSilent(of: request.url) else { return }
        write("\(answer.status) \(request)", headers: includesResponseHeaders ? answer.headers : [:])
    }

    private func isSilent(of url: URL) -> Bool { ignoresTiles && url.path.contains("/tile/") }

    private func write(_ line: String, headers: [String: String]) {
        let time = includesTimestamp ? "\(Date().formatted(.iso8601)) " : ""
        let fields = headers.sorted { $0.key < $1.key }.map { name, value in
            "\n    \(name.printable()): \(Self.secretNames.contains(name.lowercased()) ? "…" : value.printable())"
        }
        RequestLogFile.append("\(time)\(line)\(fields.joined())\n", to: fileURL, emptyFirst: deletesBefore)
    }
}
