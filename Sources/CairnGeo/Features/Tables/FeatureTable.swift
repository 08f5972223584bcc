public import Foundation

/// A table of features that is asked and edited: of a service, or of a geodatabase. What it does is the same.
///
/// Every operation loads the table first where it must, and throws what loading throws; `CancellationError` if the calling task is cancelled.
/// Tables of a service throw `ServiceError` and `TransportError`, too; tables of a file ``WhereClauseError``, ``GeodatabaseError``,
/// ``GeometryError`` and ``DatabaseError``.
///
/// ```swift
/// func print(largeCitiesOf table: some FeatureTable) async throws {
///     for try await city in try await table.queryFeatures(using: QueryParameters(whereClause: "POP > 1000000")) {
///         Swift.print(city.attributes["NAME"]?.text ?? "")
///     }
/// }
/// ```
public protocol FeatureTable: Sendable {
    /// Its name, fields, kind of geometries and spatial reference.
    @concurrent func definition() async throws -> FeatureTableDefinition

    /// The features that parameters ask for, in bounded memory, however many there are.
    @concurrent func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult
    /// The object ids of the features that parameters ask for; what they say of fields, geometries, order and paging does not count.
    @concurrent func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int]
    /// How many features parameters ask for; paging does not count.
    @concurrent func queryFeatureCount(using parameters: QueryParameters) async throws -> Int
    /// The rectangle around the features that parameters ask for, nil if none has a place; paging does not count.
    @concurrent func queryExtent(using parameters: QueryParameters) async throws -> Envelope?
    /// Statistics of the features that parameters choose: for each group one row, with the fields that make the groups and the statistics by
    /// their names. Order and paging are of the rows; what is said of fields and geometries does not count.
    @concurrent func queryStatistics(_ query: StatisticsQuery, using parameters: QueryParameters) async throws -> [Attributes]

    /// Adds, changes and deletes features: a result for each, in their order.
    ///
    /// What one feature alone is refused for stands in its result, and is not thrown.
    @concurrent func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults

    /// The attachments of features, by object id; features without any are left out.
    @concurrent func queryAttachments(ofFeatures objectIDs: [Int]) async throws -> [Int: [AttachmentInfo]]
    /// Adds a file, or bytes, to a feature. A file is read piece by piece, however large.
    @concurrent func addAttachment(_ attachment: NewAttachment, toFeature objectID: Int) async throws -> FeatureEditResult
    /// Replaces an attachment of a feature by a file, or by bytes; it keeps its id. Tables that do not say otherwise refuse it.
    @concurrent func updateAttachment(
        _ id: Int, ofFeature objectID: Int, with attachment: NewAttachment
    ) async throws -> FeatureEditResult
    /// Deletes attachments of a feature: a result for each, in their order.
    @concurrent func deleteAttachments(_ ids: [Int], ofFeature objectID: Int) async throws -> [FeatureEditResult]
    /// Writes an attachment to a file, piece by piece; a file that is there is replaced once all has come.
    @concurrent func fetchAttachment(_ id: Int, ofFeature objectID: Int, to file: URL) async throws
}

extension FeatureTable {
    /// Refuses it.
    @concurrent
    public func updateAttachment(
        _ id: Int, ofFeature objectID: Int, with attachment: NewAttachment
    ) async throws -> FeatureEditResult {
        let words = "Attachments of this table are not replaced. Delete the attachment, and add the new one."
        return FeatureEditResult(objectID: id, error: FeatureEditError(code: 1000, description: words))
    }
}
