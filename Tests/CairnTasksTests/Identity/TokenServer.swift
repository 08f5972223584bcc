import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A pretended server that issues tokens, `token-1` and so on, and takes only the one that is good.
final class TokenServer: Sendable {
    static let service = URL(string: "https://gis.example.com/arcgis/rest/services/X/GeocodeServer")!
    static let tokenURL = URL(string: "https://gis.example.com/arcgis/tokens/generateToken")!

    /// What an answer says beside the token, for the how-manieth it is.
    typealias Issue = @Sendable (Int) async throws -> HTTPResponse

    private let count = Mutex(0)
    private let good = Mutex<Set<String>>([])
    private let issue: Issue
    private let refuse: @Sendable () async throws -> Void

    /// - Parameter refuse: Called before a refusal is answered.
    init(refuse: @escaping @Sendable () async throws -> Void = {}, _ issue: @escaping Issue) {
        self.issue = issue
        self.refuse = refuse
    }

    var issued: Int { count.withLock(\.self) }
    func accept(_ tokens: String...) { good.withLock { $0 = Set(tokens) } }

    var transport: StubTransport {
        StubTransport { [self] request in
            if request.url.path.hasSuffix("oken") { return try await issue(next()) }
            if good.withLock({ $0.contains(request.form["token"] ?? "") }) {
                return .json(#"{"ok":true,"capabilities":"Geocode"}"#)
            }
            try await refuse()
            let code = request.form["token"] == nil ? 499 : 498
            return .json("{\"error\":{\"code\":\(code),\"message\":\"Invalid token.\"}}")
        }
    }

    private func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }

    static func credential(
        _ transport: any HTTPTransport, password: String = "s3cret", clock: any Clock<Duration> = ContinuousClock()
    ) -> TokenCredential {
        TokenCredential(
            username: "ann", password: password, server: service, tokenURL: tokenURL, transport: transport, clock: clock)
    }
}
