import CairnCore
import CairnGeo
import Foundation

/// A token as a server has issued it.
struct IssuedToken: Sendable {
    /// What is left of a token's time is not clear when it is less.
    private static let shortestValidity = 10.0

    let value: String
    /// What was sent to get it, and must be seen no more than itself.
    let secrets: [String]
    let headers: [String: String]
    /// How long it is used from the moment it was received; nil is until it is refused.
    let validity: Duration?
    /// How long it lasts, and is good for if no other can be had; nil as before.
    let lifetime: Duration?

    /// The token of an answer that says when it expires: by the server's own clock, if that is told, for ours may go wrong.
    ///
    /// - Parameter lifetime: What was asked for, and counts if the answer says nothing.
    init(
        _ value: String, for secrets: [String], headers: [String: String], expires: JSONValue?, in response: HTTPResponse,
        lifetime: Duration
    ) {
        let now = response.headers["date"].flatMap(HTTPDate.date) ?? Date()
        self.init(
            value, secrets, headers: headers, seconds: expires?.lenientDouble.map { $0 / 1000 - now.timeIntervalSince1970 },
            lifetime)
    }

    /// The token of an answer that says how many seconds it lasts.
    init(_ value: String, for secrets: [String], seconds: JSONValue?, lifetime: Duration) {
        self.init(value, secrets, headers: [:], seconds: seconds?.lenientDouble, lifetime)
    }

    private init(_ value: String, _ secrets: [String], headers: [String: String], seconds: Double?, _ lifetime: Duration) {
        self.value = value
        self.secrets = secrets
        self.headers = headers
        let seconds = seconds ?? lifetime.seconds
        validity = Self.validity(seconds)
        self.lifetime = validity == nil ? nil : .seconds(clamping: seconds)
    }

    /// A little less than it lasts, so that it is renewed before it is refused. One that seems to have expired when it comes is used all
    /// the same: some clock goes wrong, and renewing it would bring another such one.
    private static func validity(_ seconds: Double) -> Duration? {
        guard seconds > shortestValidity else { return nil }
        return .seconds(clamping: seconds - min(60, seconds / 4))
    }
}
