package import Foundation

extension GeoprocessingResult {
    /// The map service that draws the results of a job; nil if there is none, or for a tool that was executed.
    ///
    /// - Throws: ``ServiceError``; ``TransportError``; `CancellationError`.
    @concurrent
    package func mapService() async throws -> URL? {
        guard let jobID = stored.jobID else { return nil }
        let name = try await wire.serviceInfo().resultMapServerName
        guard !name.isEmpty, let root = wire.client.url.servicesRoot else { return nil }
        return root.appending(path: "\(name)/MapServer/jobs/\(jobID)")
    }
}

extension URL {
    /// Where the services of a server are: all up to `services`; nil if there is no such part.
    fileprivate var servicesRoot: URL? {
        var root = self
        while root.pathComponents.count > 1 {
            if root.lastPathComponent.lowercased() == "services" { return root }
            root.deleteLastPathComponent()
        }
        return nil
    }
}
