import CairnCore

/// What jobs on services need and cannot store: how requests travel, and who is asking.
public struct ServiceAccess: Sendable {
    /// How requests travel.
    public var transport: any HTTPTransport
    /// Where tokens come from.
    public var credentials: CredentialStore
    /// Time for what is asked again and again outside a job's body, as when a job on a server is cancelled.
    package var clock: any Clock<Duration> = SuspendingClock()

    /// Access by a transport, with the credentials of a store.
    public init(credentials: CredentialStore, transport: any HTTPTransport = .standard) {
        (self.credentials, self.transport) = (credentials, transport)
    }

    /// A client of a service.
    package func client(_ service: ServiceURL) -> ServiceClient {
        ServiceClient(url: service.url, transport: transport, credential: credentials)
    }
}
