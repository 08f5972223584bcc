import CairnCore
import CairnTasks
import CairnTesting
import Foundation

/// A locator whose service answers each operation as it is told.
struct StubbedLocator {
    static let url = URL(string: "https://example.com/arcgis/rest/services/World/GeocodeServer")!
    static let metadata = """
        {"singleLineAddressField":{"name":"Single Line Input"},"capabilities":"Geocode,ReverseGeocode,Suggest",
         "spatialReference":{"wkid":4326},"locatorProperties":{"SuggestedBatchSize":"2","MaxBatchSize":3}}
        """

    let task: LocatorTask
    let transport: StubTransport

    /// What is not told of is answered with `{}`.
    init(_ answers: [String: String] = [:], metadata: String = Self.metadata) {
        transport = StubTransport { request in
            let operation = request.url.lastPathComponent
            return .json(operation == "GeocodeServer" ? metadata : answers[operation] ?? "{}")
        }
        task = LocatorTask(url: Self.url, transport: transport)
    }

    /// How often an operation was asked for.
    func calls(of operation: String) -> Int {
        transport.requests.filter { $0.url.lastPathComponent == operation }.count
    }

    /// As many records as an answer shall have results.
    static func records(_ count: Int) -> [GeocodeRecord] {
        (0..<count).map { GeocodeRecord(id: $0 * 10, query: .singleLine("x\($0)")) }
    }

    /// An answer that was recorded from a server; nil where the recordings are not at hand.
    static func fixture(_ name: String) -> String? {
        let path = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../shared/fixtures/geocode/\(name)")
        return try? String(contentsOf: path, encoding: .utf8)
    }
}

/// Whether an error says for good that this operation's answer was not understood, and why.
func isRefusal(_ error: any Error, of operation: String, saying words: String? = nil) -> Bool {
    guard let error = error as? TransportError, case .notUnderstood(let reason) = error.reason else { return false }
    guard error.transience == .final else { return false }
    return error.description.contains("/\(operation) was not understood") && words.map { reason.contains($0) } ?? true
}
