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

    /// Header fields whose values are nobody's secret.
    private static let harmless: Set<String> = [
        "accept", "accept-encoding", "cache-control", "content-encoding", "content-length", "content-range", "content-type",
        "date",
        "etag", "last-modified", "range", "retry-after", "server", "user-agent",
    ]

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
            "\n    \(name.printable()): \(Self.harmless.contains(name.lowercased()) ? value.printable() : "…")"
        }
        RequestLogFile.append("\(time)\(line)\(fields.joined())\n", to: fileURL, emptyFirst: deletesBefore)
    }
}
