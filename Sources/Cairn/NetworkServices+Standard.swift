public import CairnCore
import CairnOffline
public import CairnTasks
import Foundation

extension NetworkServices: StandardServices {
    /// Networks in files and of services, the latter with the credentials of `CredentialStore.standard`. Jobs that are given no services have these.
    public static let standard = NetworkServices(credentials: .standard)

    /// Networks in files and of services.
    ///
    /// - Parameters:
    ///   - credentials: Where services' tokens come from.
    ///   - transport: How requests travel.
    public init(credentials: CredentialStore, transport: any HTTPTransport = .standard) {
        self.init { source in
            switch source {
            case .file(let url): CostMatrixTask(fileURL: url)
            case .service(let service): CostMatrixTask(url: service.url, transport: transport, credential: credentials)
            }
        }
    }
}
