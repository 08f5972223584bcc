import CairnGeo
public import Foundation

/// A file that is attached to a feature.
public final class AGSAttachment: NSObject {
    private var info: AttachmentInfo
    private let feature: AGSArcGISFeature
    private var data: Data?

    init(_ info: AttachmentInfo, of feature: AGSArcGISFeature) {
        (self.info, self.feature) = (info, feature)
    }

    /// Its id, which no other attachment of the feature has.
    public var attachmentID: Int { info.id }
    /// Its id, which no other attachment of the feature has.
    public var id: Int { info.id }
    /// The file's name.
    public var name: String { info.name }
    /// What the file is, such as `image/jpeg`.
    public var contentType: String { info.contentType }
    /// The length, in bytes.
    public var size: Int { info.size }
    /// Whether the bytes are here.
    public var hasFetchedData: Bool { data != nil }

    /// What tells which feature has given it; nil if that is certain to be this one.
    func owner(beside feature: AGSArcGISFeature) throws -> AttachmentOwner? {
        if feature === self.feature { return nil }
        guard let own = self.feature.featureTable?.table, let table = feature.featureTable?.table, own.isSame(as: table) else {
            throw AttachmentOwner.isAnother(name)
        }
        return AttachmentOwner(attachment: name, feature: try self.feature.snapshot(), table: own)
    }

    func take(_ info: AttachmentInfo) {
        (self.info, data) = (info, nil)
    }

    /// The bytes; fetched once.
    @discardableResult
    public func fetchData(completion: @escaping (Data?, (any Error)?) -> Void) -> any AGSCancelable {
        let (id, known, table) = (info.id, data, feature.featureTable?.table)
        let snapshot = Result { try feature.snapshot() }
        return OperationCancelable({
            if let known { return known }
            guard let table else { throw CancellationError() }
            return try await table.attachmentData(id, ofFeature: try snapshot.get().objectID(try await table.definition()))
        }) { data, error in
            if let data { self.data = data }
            completion(data, error)
        }
    }
}

/// The feature that has given an attachment.
struct AttachmentOwner: Sendable {
    let attachment: String
    let feature: FeatureSnapshot
    let table: any LegacyTable

    /// - Throws: If it is not the feature of an object id.
    func verifyIs(_ objectID: Int, _ definition: FeatureTableDefinition) throws {
        let id = try feature.objectID(definition)
        if table.currentIDs(of: id).objectID != table.currentIDs(of: objectID).objectID { throw Self.isAnother(attachment) }
    }

    static func isAnother(_ attachment: String) -> NSError {
        AGSError.runtime(
            .commonInvalidArgument,
            "The attachment \(attachment) is of another feature. Edit it through the one that has given it.")
    }
}

extension LegacyTable {
    fileprivate func attachmentData(_ id: Int, ofFeature objectID: Int) async throws -> Data {
        let file = FileManager.default.temporaryDirectory.appending(path: "cairn-attachment-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try await fetchAttachment(id, ofFeature: objectID, to: file)
        return try Data(contentsOf: file)
    }
}
