public import CairnCore
import CairnGeo
public import Foundation

/// Geocodes a table of addresses into a file: a job that can be stopped at any moment and goes on where it was.
///
/// ```swift
/// let work = BatchGeocodeWork(
///     table: try AddressTable(detecting: addresses), output: result, format: .geoJSON, locator: .file(town))
/// let job = try Job(work, services: services, configuration: JobConfiguration(store: store))
/// let summary = try await job.run()
/// ```
///
/// Rows come out in the order they went in, each with all its columns and with Status (M, T or U), Score, Match_addr,
/// Addr_type, X and Y (longitude and latitude in degrees). Unmatched rows are kept, without a place. The output stands at its path
/// only when it is complete; until then it grows in a sibling that ends in `.partial`.
public struct BatchGeocodeWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.geocode-table"

    /// Where locators come from.
    public typealias Services = GeocodingServices

    /// What the output file is.
    public enum Format: String, Sendable, Codable {
        /// A GeoJSON feature collection.
        case geoJSON
        /// CSV.
        case csv
    }

    /// How it went.
    public struct Summary: Sendable, Hashable, Codable {
        /// Rows read.
        public var rows = 0
        /// Rows with one best address.
        public var matched = 0
        /// Rows with several equally good ones; the first was taken.
        public var tied = 0
        /// Rows without.
        public var unmatched = 0
        /// Rows that were not well-formed; the first hundred are messages of the job. They count as unmatched too.
        public var malformed = 0
    }

    /// Where the work stands: everything before is in the output, and durable.
    public struct Checkpoint: Sendable, Codable, Hashable {
        var summary = Summary()
        /// The next row's offset in the input, and its line; 0 before the header.
        var inputOffset = 0
        var line = 1
        var outputLength = 0
        /// What the input was when the work began; it must not change under it.
        var input: FileVersion
        /// The same of a locator that is a file: the rows of one output come from one locator.
        var locator: FileVersion?
        /// The size of the complete output, once all is written but for its name.
        var finalLength: Int?
    }

    /// What to geocode.
    public var table: AddressTable
    /// Where the result goes; a file that is there is replaced at the end.
    public var output: URL
    /// What the result is.
    public var format: Format
    /// Which locator to use.
    public var locator: LocatorSource
    /// How to look.
    public var parameters: GeocodeParameters
    /// How many rows go into one request, at most 10,000; nil is what the locator suggests.
    public var batchSize: Int?

    /// A description of the work.
    public init(
        table: AddressTable, output: URL, format: Format, locator: LocatorSource,
        parameters: GeocodeParameters = GeocodeParameters(), batchSize: Int? = nil
    ) {
        self.table = table
        self.output = output
        self.format = format
        self.locator = locator
        self.parameters = parameters
        self.batchSize = batchSize
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> Summary {
        if let checkpoint = context.checkpoint, try isComplete(checkpoint, isAtWork: context.isAtWork) {
            return checkpoint.summary
        }
        var checkpoint = try context.checkpoint ?? Checkpoint(input: version(of: table.url), locator: locatorVersion())
        try verify(checkpoint)
        let locator = try context.services.locator(locator)
        try await context.ridingOut { try await locator.retryLoad() }
        let run = try BatchGeocodeRun(self, checkpoint)
        let size = min(batchSize ?? locator.info?.suggestedBatchSize ?? 100, LocatorTask.largestBatch)
        while let batch = try run.nextBatch(of: max(1, size)) {
            let matches = try await context.ridingOut {
                try await locator.geocodeAddresses(batch.records, using: requestParameters)
            }
            let room = max(0, Self.reportedProblems - checkpoint.summary.malformed)
            for problem in batch.problems.prefix(room) { context.post(problem.description, severity: .warning) }
            checkpoint = try await run.write(batch, matches, in: context)
            try await context.save(checkpoint)
            context.reportProgress(completed: checkpoint.inputOffset, of: checkpoint.input.size)
        }
        checkpoint = try await run.finish(in: context)
        try await context.save(checkpoint)
        try context.commit()
        try run.putInPlace()
        return checkpoint.summary
    }

    /// Trouble of the network may pass, and so may a full disk; a damaged file does not.
    public static func transience(of error: any Error) -> Transience {
        switch error {
        case let error as TransportError: error.transience
        case let error as ServiceError: error.transience
        case let error as SystemError: error.isOutOfSpace ? .transient() : .final
        default: .final
        }
    }

    /// A job that is refused for who asks goes on where it was once there is another credential. So does one whose files nobody could get at.
    public static func canBeRetried(after error: any Error) -> Bool {
        switch error {
        case let error as ServiceError: error.isAboutCredentials
        case let error as TransportError: CredentialChallenge.Reason(error) != nil
        case let error as SystemError: error.isUnavailable
        case let trouble as PartialOutputTrouble: trouble.canBePutRight
        default: error is any CredentialError
        }
    }

    /// How many malformed rows are messages; the others are only counted.
    static let reportedProblems = 100

    /// The output as far as it is written; none if what is there only has its name.
    public var partialFiles: [URL] { partial.isTaken ? [] : [partial.url] }

    var partial: PartialOutput { PartialOutput(output: output, head: writer.head) }

    var writer: any RowWriter { format == .csv ? CSVRowWriter(table.header) : GeoJSONRowWriter(table.header) }

    private var requestParameters: GeocodeParameters {
        var parameters = parameters
        parameters.outputSpatialReference = .wgs84
        if !parameters.resultAttributeNames.contains("*") { parameters.resultAttributeNames.append("Addr_type") }
        return parameters
    }

    /// Whether all is done but, perhaps, the last step: the process may have died between renaming and telling.
    private func isComplete(_ checkpoint: Checkpoint, isAtWork: Bool) throws -> Bool {
        guard let length = checkpoint.finalLength else { return false }
        guard length == checkpoint.outputLength, length >= 0 else { throw BatchGeocodeTrouble.recordDamaged }
        try partial.complete(length: length, isAtWork: isAtWork)
        return true
    }

    private func version(of file: URL) throws -> FileVersion { try FileVersion(FileDescriptor(file.path, O_RDONLY)) }

    private func locatorVersion() throws -> FileVersion? {
        guard case .file(let url) = locator else { return nil }
        return try? version(of: url)
    }

    /// What was recorded must fit what is there, and itself.
    private func verify(_ checkpoint: Checkpoint) throws {
        let input = try version(of: table.url)
        guard checkpoint.input == input else { throw BatchGeocodeTrouble.inputChanged(path: table.url.path) }
        if let begun = checkpoint.locator, case .file(let url) = locator, try version(of: url) != begun {
            throw BatchGeocodeTrouble.locatorChanged(path: url.path)
        }
        let summary = checkpoint.summary
        let counts = [summary.rows, summary.matched, summary.tied, summary.unmatched, summary.malformed, checkpoint.line &- 1]
        let isSound =
            counts.allSatisfy { (0...input.size).contains($0) } && (0...input.size).contains(checkpoint.inputOffset)
            && checkpoint.outputLength >= 0
        guard isSound else { throw BatchGeocodeTrouble.recordDamaged }
    }
}

extension BatchGeocodeWork: SparingWork {
    package var foreignFiles: [URL] { partial.isForeign ? [partial.url] : [] }
}
