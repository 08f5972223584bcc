public import CairnCore
public import Foundation

extension LocatorTask {
    /// A job, not yet started, that geocodes a table of addresses into a file, as ``BatchGeocodeWork`` describes.
    ///
    /// ```swift
    /// let table = try AddressTable(detecting: URL(filePath: "addresses.csv"))
    /// let job = try locator.makeBatchGeocodeJob(table: table, output: URL(filePath: "addresses.geojson"), format: .geoJSON)
    /// let summary = try await job.run()
    /// ```
    ///
    /// It asks this locator, with the transport and the credentials that it has. The record names the file or the service, and nothing else
    /// of them: a job that is restored has the services with which its kind was registered.
    ///
    /// - Parameters:
    ///   - table: What to geocode.
    ///   - output: Where the result goes; a file that is there is replaced at the end.
    ///   - format: What the result is.
    ///   - parameters: How to look.
    ///   - batchSize: How many rows go into one request, at most 10,000; nil is what the locator suggests.
    ///   - configuration: What the job runs with, such as the store that keeps it.
    /// - Throws: ``GeocodeError/notStorable(backend:)`` if the locator is on a backend without a ``LocatorBackend/source``;
    ///   ``ServiceURL/HoldsSecret``; ``LocatorSource/NoFile`` within a `JobError`, if what should be a file is none.
    public func makeBatchGeocodeJob(
        table: AddressTable, output: URL, format: BatchGeocodeWork.Format, parameters: GeocodeParameters = GeocodeParameters(),
        batchSize: Int? = nil, configuration: JobConfiguration = JobConfiguration()
    ) throws -> Job<BatchGeocodeWork> {
        guard let source = try backend.source else { throw GeocodeError.notStorable(backend: "\(type(of: backend))") }
        let work = BatchGeocodeWork(
            table: table, output: output, format: format, locator: source, parameters: parameters, batchSize: batchSize)
        return try Job(work, services: GeocodingServices { _ in self }, configuration: configuration)
    }
}
