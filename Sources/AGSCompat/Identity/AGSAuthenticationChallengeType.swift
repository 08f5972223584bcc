/// What kind of answer a server wants.
public enum AGSAuthenticationChallengeType: Int, Sendable {
    /// None that is known.
    case unknown = -1
    /// A user and a password, or a token.
    case usernamePassword = 0
    /// A sign-in on a page of the portal. Nothing here shows pages: servers that take tokens are told as ``usernamePassword``.
    case oAuth = 1
    /// A certificate of the client. Never told.
    case clientCertificate = 2
    /// A host is to be trusted. Never told: the system decides.
    case untrustedHost = 3
}
