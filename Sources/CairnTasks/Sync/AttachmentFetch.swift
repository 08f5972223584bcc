import CairnCore
import CairnGeo
import Foundation

/// Fetches the files that are attached to features, into a folder that goes when nobody needs it any more.
actor AttachmentFetch {
    private let services: ServiceAccess
    private let base: URL
    private let folder: TemporaryFolder
    /// The files by their addresses, as the service has written these.
    private(set) var fetched: [String: URL] = [:]

    /// - Parameter base: The service, from which addresses are told that are not whole.
    init(_ services: ServiceAccess, base: URL) throws {
        (self.services, self.base, folder) = (services, base, try TemporaryFolder())
    }

    /// Fetches files.
    ///
    /// - Parameter ridingOut: Repeats what may pass.
    /// - Throws: ``GeodatabaseError/unusableAttachment(name:reason:)``; what a ``Download`` throws.
    func fetch(
        _ addresses: [String], ridingOut: @Sendable (@escaping @Sendable () async throws -> Void) async throws -> Void
    ) async throws {
        for address in addresses where fetched[address] == nil {
            guard let url = URL(string: address, relativeTo: base)?.absoluteURL else {
                throw GeodatabaseError.unusableAttachment(name: "", reason: "\(address.printable(upTo: 60)) is no address")
            }
            let file = folder.url.appending(path: "\(fetched.count)")
            let download = Download(url, to: file, transport: services.transport, credential: services.credentials)
            try await ridingOut { try await download.run() }
            fetched[address] = file
        }
    }
}
