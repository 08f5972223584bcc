public import CairnCore
import CairnOffline
public import CairnTasks
import Foundation

extension GeocodingServices: StandardServices {
    /// Locators of files and of services, the latter with the credentials of `CredentialStore.standard`. Jobs that are given no services
    /// have these.
    public static let standard = GeocodingServices(credentials: .standard)

    /// Locators of files and of services.
    ///
    /// ```swift
    /// let job = try Job(work, services: GeocodingServices(credentials: CredentialStore([APIKeyCredential(key)])))
    /// ```
    ///
    /// - Parameters:
    ///   - credentials: Where services' tokens come from.
    ///   - transport: How requests travel.
    public init(credentials: CredentialStore, transport: any HTTPTransport = .standard) {
        self.init { source in
            switch source {
            case .file(let url): LocatorTask(fileURL: url)
            case .service(let service): LocatorTask(url: service.url, transport: transport, credential: credentials)
            }
        }
    }
}
