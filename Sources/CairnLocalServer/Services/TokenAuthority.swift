import CairnCore
import CairnTasks
import Foundation
import Synchronization

/// Issues tokens for user names and passwords, and checks them.
final class TokenAuthority: Sendable {
    private struct Issued {
        let user: String
        let referer: String?
        let expires: Date
    }

    /// For how many minutes a token is good, if nobody asks for more or less.
    static let validity = 60
    private let users: [String: String]
    private let capacity: Int
    private let issued = Mutex<[String: Issued]>([:])

    /// - Parameter capacity: How many tokens are known at once.
    init(users: [String: String], capacity: Int = 10_000) {
        (self.users, self.capacity) = (users, capacity)
    }

    func expireAll() {
        issued.withLock { $0 = [:] }
    }

    func issue(_ request: ServiceRequest) throws -> JSONValue {
        guard request.method == .post else { throw ServiceFailure(code: 405, message: "generateToken takes POST only") }
        guard let name = request["username"], let password = request["password"], users[name] == password else {
            throw ServiceFailure(
                code: 400, message: "Unable to generate token.", details: ["Invalid username or password."])
        }
        let minutes = try request.limit("expiration") ?? Self.validity
        let expires = Date(timeIntervalSinceNow: Double(max(1, min(minutes, 20_160))) * 60)
        let token = UUID().uuidString.replacing("-", with: "")
        let referer = request["client"] == "referer" ? request["referer"] : nil
        issued.withLock { issued in
            if issued.count >= capacity { makeRoom(&issued) }
            issued[token] = Issued(user: name, referer: referer, expires: expires)
        }
        let milliseconds = Int(rounding: expires.timeIntervalSince1970 * 1000, .down) ?? .max
        return ["token": .string(token), "expires": .integer(milliseconds), "ssl": false]
    }

    /// Forgets those that are over; and if that is not enough, the half that ends first.
    private func makeRoom(_ issued: inout [String: Issued]) {
        let now = Date()
        issued = issued.filter { $0.value.expires > now }
        guard issued.count >= capacity else { return }
        let middle = issued.values.map(\.expires).sorted()[issued.count / 2]
        issued = issued.filter { $0.value.expires > middle }
    }

    /// Who asks.
    func check(_ request: ServiceRequest) throws -> String {
        guard let user = try user(of: request) else { throw ServiceFailure.tokenRequired }
        return user
    }

    /// Who asks; nil for who does not say.
    func user(of request: ServiceRequest) throws -> String? {
        guard let token = request["token"] ?? bearer(in: request) else { return nil }
        let known = issued.withLock { $0[token] }
        guard let known, known.expires > Date(), known.referer == nil || known.referer == request.headers["referer"] else {
            throw ServiceFailure.invalidToken
        }
        return known.user
    }

    private func bearer(in request: ServiceRequest) -> String? {
        let header = request.headers["x-esri-authorization"] ?? request.headers["authorization"]
        guard let header, header.hasPrefix("Bearer ") else { return nil }
        return String(header.dropFirst("Bearer ".count))
    }
}
