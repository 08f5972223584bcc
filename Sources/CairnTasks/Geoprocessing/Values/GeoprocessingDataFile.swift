import CairnCore
public import Foundation

/// A file that a tool takes or gives.
public struct GeoprocessingDataFile: Sendable, Hashable {
    /// Where it is.
    public var source: GeoprocessingSource

    /// A file at that place.
    public init(_ source: GeoprocessingSource) {
        self.source = source
    }

    /// A file at an address.
    public init(url: URL) {
        self.init(.url(url))
    }

    /// Its address; nil for what was uploaded.
    public var url: URL? { source.url }

    /// Fetches the file to disk. One that has been fetched in part is gone on with.
    ///
    /// ```swift
    /// if let report = try await outcome.output(named: "Report").dataFile {
    ///     try await report.download(to: file)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - destination: Where it goes; a file that is there is replaced.
    ///   - transport: How requests travel.
    ///   - credential: Who is asking; nil for ``CredentialStore/standard``.
    ///   - progress: Called with the share that is there, 0…1, if the server tells how much there is.
    /// - Throws: ``GeoprocessingError/noAddress`` if it has no address; what ``Download`` throws.
    @concurrent
    public func download(
        to destination: URL, transport: any HTTPTransport = .standard, credential: (any Credential)? = nil,
        progress: @Sendable (Double) -> Void = { _ in }
    ) async throws {
        guard let url else { throw GeoprocessingError.noAddress }
        try await Download(url, to: destination, transport: transport, credential: credential).run(progress: progress)
    }
}
