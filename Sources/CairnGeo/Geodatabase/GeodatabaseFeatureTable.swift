public import Foundation
import CairnCore

/// A table of features in a ``Geodatabase``.
///
/// Questions understand what ``WhereClause`` says, and change coordinates between WGS 84 and Web Mercator. Features come as they were when
/// they were asked for, whoever edits meanwhile.
///
/// ```swift
/// let table = try geodatabase.table(named: "Cities")
/// print(try await table.queryFeatureCount(using: QueryParameters(whereClause: "NAME like 'V%'")))
/// ```
public struct GeodatabaseFeatureTable: FeatureTable {
    /// The geodatabase, which stays open as long as somebody has one of its tables.
    public let geodatabase: Geodatabase
    /// Its name, fields, kind of geometries and spatial reference.
    public let info: FeatureTableDefinition

    init(_ info: FeatureTableDefinition, of geodatabase: Geodatabase) {
        (self.info, self.geodatabase) = (info, geodatabase)
    }

    /// Its ``info``.
    @concurrent
    public func definition() async throws -> FeatureTableDefinition { info }

    /// The features that parameters ask for, as they are now.
    @concurrent
    public func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        if let all = try await featuresInTransaction(using: parameters) { return all }
        let reader = try await geodatabase.borrowReader()
        let shape = try await reader.find(parameters, in: info)
        return FeatureQueryResult(
            fields: shape.fields, geometryType: shape.geometryType, hasMixedGeometries: shape.hasGeometry,
            spatialReference: shape.spatialReference
        ) { [geodatabase] in
            let batch = try await reader.nextBatch()
            if batch == nil { geodatabase.giveBack(reader) }
            return batch
        }
    }

    private func ask<Value: Sendable>(_ body: @Sendable (GeoPackage) throws -> Value) async throws -> Value {
        try await geodatabase.ask { package in try package.using(info) { try body(package) } }
    }

    /// The object ids of the features that parameters ask for, in their order; paging does not count.
    @concurrent
    public func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int] {
        try await ask { try $0.objectIDs(parameters, of: info) }
    }

    /// How many features parameters ask for; paging does not count.
    @concurrent
    public func queryFeatureCount(using parameters: QueryParameters) async throws -> Int {
        try await ask { try $0.count(parameters, of: info) }
    }

    /// The rectangle around the features that parameters ask for, nil if none has a place; paging does not count.
    @concurrent
    public func queryExtent(using parameters: QueryParameters) async throws -> Envelope? {
        try await ask { try $0.extent(parameters, of: info) }
    }

    /// Statistics of the features that parameters choose.
    @concurrent
    public func queryStatistics(_ query: StatisticsQuery, using parameters: QueryParameters) async throws -> [Attributes] {
        try await ask { try $0.statistics(query, parameters, of: info) }
    }

    /// Adds, changes and deletes features, as one transaction.
    ///
    /// - Throws: ``GeodatabaseError/notTaken(edits:table:)`` if it is kept in step with a layer whose service takes no such edits, as attachments
    ///   do, too.
    @concurrent
    public func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults {
        try await geodatabase.edit { try $0.applyEdits(edits, to: info) }
    }

    // MARK: - Attachments

    /// The attachments of features, by object id.
    @concurrent
    public func queryAttachments(ofFeatures objectIDs: [Int]) async throws -> [Int: [AttachmentInfo]] {
        try await ask { try AttachmentTable(of: info, $0.database)?.list(ofFeatures: objectIDs) ?? [:] }
    }

    /// Adds a file of up to a gigabyte to a feature.
    ///
    /// - Throws: ``GeodatabaseError/noFeature(objectID:table:)``; ``GeodatabaseError/notTaken(edits:table:)`` of a copy that sends no attachments, as one
    ///   that was made without them, as all of these; `SystemError` for a file that cannot be read.
    @concurrent
    public func addAttachment(_ attachment: NewAttachment, toFeature objectID: Int) async throws -> FeatureEditResult {
        try await one(.addAttachment(attachment, feature: objectID))
    }

    /// Replaces an attachment of a feature by a file of up to a gigabyte; it keeps its ids.
    ///
    /// - Throws: `SystemError` for a file that cannot be read.
    @concurrent
    public func updateAttachment(
        _ id: Int, ofFeature objectID: Int, with attachment: NewAttachment
    ) async throws -> FeatureEditResult {
        try await one(.updateAttachment(id, attachment, feature: objectID))
    }

    private func one(_ edit: TableEdit) async throws -> FeatureEditResult {
        try await geodatabase.edit { try $0.perform(edit, on: info)[0] }
    }

    /// Deletes attachments of a feature: a result for each, in their order.
    @concurrent
    public func deleteAttachments(_ ids: [Int], ofFeature objectID: Int) async throws -> [FeatureEditResult] {
        try await geodatabase.edit { try $0.perform(.deleteAttachments(ids, feature: objectID), on: info) }
    }

    /// Writes an attachment to a file, which is replaced once all of it is there.
    ///
    /// - Throws: ``GeodatabaseError/noAttachment(id:objectID:table:)``; `SystemError` for a file that cannot be written.
    @concurrent
    public func fetchAttachment(_ id: Int, ofFeature objectID: Int, to file: URL) async throws {
        try await ask { package in
            guard let table = try AttachmentTable(of: info, package.database), try table.has(id, ofFeature: objectID) else {
                throw GeodatabaseError.noAttachment(id: id, objectID: objectID, table: info.name)
            }
            let sibling = try TemporarySibling(of: file.path)
            do {
                try table.forEachPiece(of: id) { try sibling.file.write($0) }
                try sibling.file.synchronize()
                try DurableFile.rename(sibling.file.path, to: file)
            } catch {
                sibling.discard()
                throw error
            }
        }
    }
}
