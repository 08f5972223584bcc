import CairnCore
import Foundation

extension ReplicaService {
    /// Fetches the data of a copy into a file.
    ///
    /// - Throws: ``SyncError/onlyEsriFormat(service:)``, and removes the file; what a ``Download`` throws.
    func download(_ url: URL, to file: URL, progress: @Sendable (Double) -> Void) async throws {
        let download = Download(url, to: file, transport: client.transport, credential: client.credentials)
        try await download.run(progress: progress)
        // Not by its `verify`: the optimiser of the compiler (6.3.1) fails on a closure there that throws.
        try expectJSON(file)
    }

    private func expectJSON(_ file: URL) throws {
        let head = try FileDescriptor(file.path, O_RDONLY).read(upTo: 15, at: 0)
        guard head.elementsEqual("SQLite format 3".utf8) else { return }
        try FileManager.default.removeItem(at: file)
        throw SyncError.onlyEsriFormat(service: name)
    }
}
