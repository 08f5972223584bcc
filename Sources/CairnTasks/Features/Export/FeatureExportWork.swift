public import CairnCore
public import CairnGeo
public import Foundation

/// Writes the features of a table into a file: a job that can be stopped at any moment and goes on where it was.
///
/// ```swift
/// let work = FeatureExportWork(
///     source: .service(try ServiceURL(serviceURL)), output: file, format: .geoPackage)
/// let job = try Job(
///     work, services: FeatureServices { _ in table }, configuration: JobConfiguration(store: store))
/// print(try await job.run().features)
/// ```
///
/// Features come out in the order of their object ids, each once; what the table has listed and not given is asked for again, and comes last. Those
/// that are there throughout are all among them. Those that are added meanwhile are if their ids are greater than what has been read, and need not be;
/// those that are deleted meanwhile may be. The output stands at its path only when it is complete; until then it grows in a sibling that ends in
/// `.features.partial`. What has no place in it, such as a field that the table does not name, fails the job. Attachments are not written, nor
/// measures into GeoJSON: of a table that has some a message says so.
public struct FeatureExportWork: JobWork {
    /// The stable name of the kind of work.
    public static let kind = "cairn.export-features"

    /// Where tables come from.
    public typealias Services = FeatureServices

    /// What the output file is.
    public enum Format: String, Sendable, Codable, CaseIterable {
        /// An OGC GeoPackage with one table.
        case geoPackage
        /// A GeoJSON feature collection, in WGS 84.
        case geoJSON
        /// CSV: places in the columns X and Y, and in Z and M where the table has such; other geometries as well-known text in WKT.
        case csv
    }

    /// How it went.
    public struct Summary: Sendable, Hashable, Codable {
        /// Features written.
        public var features = 0
        /// How many fewer they are than there were at the beginning: others have deleted these meanwhile.
        public var deletedMeanwhile = 0
    }

    /// Where the work stands: everything before is in the output, and durable.
    public struct Checkpoint: Sendable, Codable, Hashable {
        var summary = Summary()
        /// The greatest object id that has been written.
        var lastObjectID: Int?
        /// How many there are to be.
        var expected: Int
        var outputLength = 0
        /// The size of the complete output, once all is written but for its name.
        var finalLength: Int?
        /// What the output is made for; nil in what has been kept by earlier ones.
        var definition: FeatureExportDefinition?
    }

    /// Where the features are.
    public var source: FeatureSource
    /// Which of them are written, and what of them. Their order and paging do not count.
    public var parameters: QueryParameters
    /// Where the result goes; a file that is there is replaced at the end, but for a GeoPackage that is open or holds other tables.
    public var output: URL
    /// What the result is.
    public var format: Format
    /// The name of the table in a GeoPackage; nil for the source's.
    public var tableName: String?
    /// Whether a GeoPackage is replaced that holds other tables, too, which are lost then.
    public var replacesOtherTables: Bool

    /// A description of the work.
    public init(
        source: FeatureSource, parameters: QueryParameters = QueryParameters(), output: URL, format: Format,
        tableName: String? = nil, replacesOtherTables: Bool = false
    ) {
        self.source = source
        self.parameters = parameters
        self.output = output
        self.format = format
        self.tableName = tableName
        self.replacesOtherTables = replacesOtherTables
    }

    /// Does the work, continuing from the context's checkpoint.
    @concurrent
    public func perform(in context: JobContext<Self>) async throws -> Summary {
        if let checkpoint = context.checkpoint, let length = checkpoint.finalLength {
            if context.isAtWork, format == .geoPackage, FileManager.default.fileExists(atPath: partial.url.path) {
                try ReplacedGeoPackage(url: output).expectNothingBeside()
            }
            try partial.complete(length: length, isAtWork: context.isAtWork)
            return checkpoint.summary
        }
        try check(context.checkpoint)
        let source = source
        let table = try await context.services.table(source)
        let definition = try await context.ridingOut { try await Self.definition(of: table) }
        try check(definition)
        try expectReplaceable(by: definition)
        var checkpoint =
            if let present = context.checkpoint { present } else {
                Checkpoint(expected: try await context.ridingOut { try await table.queryFeatureCount(using: parameters) })
            }
        try adopt(definition, &checkpoint)
        var run = FeatureExportRun(self, table, definition, context, checkpoint)
        return try await run.run()
    }

    /// What could not be loaded says so again until it is loaded anew.
    private static func definition(of table: any FeatureTable) async throws -> FeatureTableDefinition {
        try await (table as? any Loadable)?.retryLoad()
        return try await table.definition()
    }

    /// Trouble of the network may pass. A full disk does not by itself, whatever the format.
    public static func transience(of error: any Error) -> Transience {
        isOutOfSpace(error) ? .final : BatchGeocodeWork.transience(of: error)
    }

    private static func isOutOfSpace(_ error: any Error) -> Bool {
        (error as? SystemError)?.isOutOfSpace ?? (error as? DatabaseError)?.isOutOfSpace ?? false
    }

    /// A job that is refused for who asks goes on where it was once there is another credential.
    /// So is one to which a service has not given everything, one whose disk was full, and one whose file somebody had locked, or moved.
    public static func canBeRetried(after error: any Error) -> Bool {
        if isOutOfSpace(error) || (error as? DatabaseError)?.isUnavailable == true { return true }
        if case DownloadError.inUse = error { return true }
        return (error as? FeatureExportTrouble)?.canBePutRight ?? BatchGeocodeWork.canBeRetried(after: error)
    }

    /// The output as far as it is written; none if what is there only has its name.
    public var partialFiles: [URL] {
        partial.isTaken ? [] : written
    }

    private var written: [URL] { ["", "-wal", "-shm", "-journal"].map { URL(filePath: partial.url.path + $0) } }

    /// CSV begins with what the table's columns are called: it is told by its name alone.
    var partial: PartialOutput { PartialOutput(output: output, head: format.head, suffix: ".features.partial") }

    private func check(_ checkpoint: Checkpoint?) throws {
        guard let checkpoint else { return }
        guard checkpoint.summary.features >= 0, checkpoint.outputLength >= 0, checkpoint.expected >= 0 else {
            throw FeatureExportTrouble.recordDamaged
        }
    }

    /// A service may say in its answers what it has not said of the layer.
    private func checkReference(_ definition: FeatureTableDefinition) throws {
        if case .service = source { return }
        guard definition.hasGeometry, definition.spatialReference == nil else { return }
        guard let wanted = exportParameters(definition).outSpatialReference else { return }
        throw FeatureExportTrouble.noReference(table: definition.name, wanted: wanted.id, feature: "its features")
    }

    /// Sees to it that what is written goes on as it began; what has no features yet begins anew.
    private func adopt(_ definition: FeatureTableDefinition, _ checkpoint: inout Checkpoint) throws {
        if let before = checkpoint.definition, checkpoint.summary.features > 0 { try expect(definition, as: before) }
        checkpoint.definition = FeatureExportDefinition(outputTable(definition))
    }

    private func expect(_ definition: FeatureTableDefinition, as before: FeatureExportDefinition) throws {
        let now = FeatureExportDefinition(outputTable(definition))
        if before != now { throw FeatureExportTrouble.changed(table: definition.name, changes: before.changes(to: now)) }
    }

    /// Sees to it that a layer is still what it was when the export began: a field that a service has dropped is merely empty in its answers.
    func expectUnchanged(_ context: JobContext<Self>, since before: FeatureExportDefinition) async throws {
        guard case .service = source else { return }
        // What has been loaded does not look again.
        let definition = try await context.ridingOut { try await Self.definition(of: context.services.table(source)) }
        try expect(definition, as: before)
    }

    /// Sees to it that what stands at the output may go.
    func expectReplaceable(by definition: FeatureTableDefinition) throws {
        guard format == .geoPackage else { return }
        let replaced = ReplacedGeoPackage(url: output)
        try replaced.expectNothingBeside()
        if !replacesOtherTables { try replaced.expectOnly(table: outputTable(definition).name) }
    }

    private func check(_ definition: FeatureTableDefinition) throws {
        let name = outputTable(definition).name
        if format == .geoPackage, let reason = GeoPackage.objection(toTableName: name) {
            throw FeatureExportTrouble.wrongName(table: name, reason: reason)
        }
        guard parameters.returnsGeometry else { return }
        try checkReference(definition)
        guard definition.geometryType == nil else { return }
        guard let kind = definition.layerJSON?["geometryType"]?.string, !["", "esriGeometryNull"].contains(kind) else { return }
        throw FeatureExportTrouble.unknownGeometry(table: definition.name, kind: kind)
    }
}

extension FeatureExportWork {
    private enum CodingKeys: CodingKey {
        case source, parameters, output, format, tableName, replacesOtherTables
    }

    /// Reads a description.
    ///
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        source = try container.decode(FeatureSource.self, forKey: .source)
        parameters = try container.decode(QueryParameters.self, forKey: .parameters)
        output = try container.decode(URL.self, forKey: .output)
        format = try container.decode(Format.self, forKey: .format)
        tableName = try container.decodeIfPresent(String.self, forKey: .tableName)
        // Earlier ones did not say.
        replacesOtherTables = try container.decodeIfPresent(Bool.self, forKey: .replacesOtherTables) ?? false
    }
}

extension FeatureExportWork.Summary {
    private enum CodingKeys: CodingKey {
        case features, deletedMeanwhile
    }

    /// Reads a summary.
    ///
    /// - Throws: What the decoder throws.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        features = try container.decode(Int.self, forKey: .features)
        // Earlier ones did not say.
        deletedMeanwhile = try container.decodeIfPresent(Int.self, forKey: .deletedMeanwhile) ?? 0
    }
}

extension FeatureExportWork.Format {
    /// What every file of the format begins with.
    var head: String {
        switch self {
        case .geoPackage: "SQLite format 3\0"
        case .geoJSON: "\(FeatureCollectionWriter.opening)"
        case .csv: ""
        }
    }
}

extension FeatureExportWork: SparingWork {
    package var foreignFiles: [URL] { partial.isForeign ? written : [] }
}
