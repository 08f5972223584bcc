import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// Issues tokens for a password, and knows its own again.
final class TokenOffice: Sendable {
    static let username = "carto"
    static let password = "Geheim-7!Wort%Pass"

    private let seed: UInt64
    private let issued = Mutex<[String]>([])

    init(seed: UInt64) {
        self.seed = seed
    }

    /// The password and the tokens, also as they stand in forms.
    var secrets: [String] {
        let encoded = String(FormEncoding.encode(["": Self.password]).dropFirst())
        return [Self.password, encoded] + issued.withLock(\.self)
    }

    /// Knows none of its tokens any more.
    func forget() {
        issued.withLock { $0 = [] }
    }

    func issue(_ request: ScriptedRequest) -> HonestAnswer {
        let fields = FormEncoding.decode(String(decoding: request.body, as: UTF8.self))
        guard fields["username"] == Self.username, fields["password"] == Self.password else {
            return .json(#"{"error":{"code":400,"message":"Invalid username or password.","details":[]}}"#)
        }
        let token = issued.withLock { issued in
            issued.append("tok\(seed)x\(issued.count)xQvK7")
            return issued[issued.count - 1]
        }
        return .json("{\"token\":\"\(token)\",\"expires\":4102444800000,\"ssl\":false}")
    }

    /// Whether the request has a token that was issued.
    func admits(_ request: ScriptedRequest) -> Bool {
        let fields = FormEncoding.decode(String(decoding: request.body, as: UTF8.self))
        let bearer = request.headers["x-esri-authorization"].map { String($0.dropFirst("Bearer ".count)) }
        return issued.withLock { issued in [fields["token"], bearer].contains { $0.map(issued.contains) ?? false } }
    }

    static let refusal = HonestAnswer.json(#"{"error":{"code":498,"message":"Invalid Token","details":[]}}"#)
}
