import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// Issues tokens for a password, and knows its own again.
final class TokenOffice: Sendable {
    static let username = "carto"
    static let password = "Geheim-7!Wort%Pass"

    private struct Tokens {
        var issued: [String] = []
        /// Those that have come back: an answer that was spoilt may have told the client none.
        var used: Set<String> = []
    }

    private let seed: UInt64
    private let tokens = Mutex(Tokens())

    init(seed: UInt64) {
        self.seed = seed
    }

    /// The password, also as it stands in forms, and the tokens that the client has.
    var secrets: [String] {
        let encoded = String(FormEncoding.encode(["": Self.password]).dropFirst())
        return [Self.password, encoded] + tokens.withLock { $0.issued.filter($0.used.contains) }
    }

    /// Knows none of its tokens any more.
    func forget() {
        tokens.withLock { $0 = Tokens() }
    }

    func issue(_ request: ScriptedRequest) -> HonestAnswer {
        let fields = FormEncoding.decode(String(decoding: request.body, as: UTF8.self))
        guard fields["username"] == Self.username, fields["password"] == Self.password else {
            return .json(#"{"error":{"code":400,"message":"Invalid username or password.","details":[]}}"#)
        }
        let token = tokens.withLock { tokens in
            tokens.issued.append("tok\(seed)x\(tokens.issued.count)xQvK7")
            return tokens.issued[tokens.issued.count - 1]
        }
        return .json("{\"token\":\"\(token)\",\"expires\":4102444800000,\"ssl\":false}")
    }

    /// Whether the request has a token that was issued.
    func admits(_ request: ScriptedRequest) -> Bool {
        let fields = FormEncoding.decode(String(decoding: request.body, as: UTF8.self))
        let bearer = request.headers["x-esri-authorization"].map { String($0.dropFirst("Bearer ".count)) }
        return tokens.withLock { tokens in
            let valid = Set([fields["token"], bearer].compactMap(\.self)).intersection(tokens.issued)
            tokens.used.formUnion(valid)
            return !valid.isEmpty
        }
    }

    static let refusal = HonestAnswer.json(#"{"error":{"code":498,"message":"Invalid Token","details":[]}}"#)
}
