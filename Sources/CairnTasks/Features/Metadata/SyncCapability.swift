/// Something that taking copies of a feature service offline can do, an open set: what a newer server adds is kept as it is.
///
/// The names are those of the members of `syncCapabilities`. `supportsAsync` is written `supportsASync` by some servers, and is read in both
/// spellings.
public struct SyncCapability: RawRepresentable, Sendable, Hashable, Codable {
    /// The server's name for it, such as `supportsAsync`.
    public let rawValue: String

    /// The capability of that name.
    public init(rawValue: String) {
        self.rawValue = rawValue == "supportsASync" ? "supportsAsync" : rawValue
    }

    /// The service makes copies while its caller waits for something else.
    public static let async = SyncCapability(rawValue: "supportsAsync")
    /// A copy that was made by hand can be registered.
    public static let registeringExistingData = SyncCapability(rawValue: "supportsRegisteringExistingData")
    /// Edits go in one direction only, if that is wished.
    public static let directionControl = SyncCapability(rawValue: "supportsSyncDirectionControl")
    /// Each layer of a copy is brought up to date for itself.
    public static let perLayer = SyncCapability(rawValue: "supportsPerLayerSync")
    /// A copy is brought up to date as a whole.
    public static let perReplica = SyncCapability(rawValue: "supportsPerReplicaSync")
    /// A copy can be made that is never brought up to date.
    public static let modelNone = SyncCapability(rawValue: "supportsSyncModelNone")
    /// Edits are taken back together if one fails.
    public static let rollbackOnFailure = SyncCapability(rawValue: "supportsRollbackOnFailure")
    /// Attachments go in one direction only, if that is wished.
    public static let attachmentsDirection = SyncCapability(rawValue: "supportsAttachmentsSyncDirection")
}
