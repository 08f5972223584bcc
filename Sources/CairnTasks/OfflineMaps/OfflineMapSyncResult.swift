public import Foundation

/// What bringing an offline map up to date has come to.
public struct OfflineMapSyncResult: Sendable, Hashable, Codable {
    /// What it has come to for one geodatabase.
    public struct Geodatabase: Sendable, Hashable, Codable {
        /// The file.
        public var url: URL
        /// What it has come to for each layer; empty if it has failed.
        public var layers: [SyncLayerResult]
        /// Why it has failed; nil if it has not.
        public var error: String?
    }

    /// The geodatabases.
    public var geodatabases: [Geodatabase]
    /// Whether files of the package were replaced, so that what has it open must open it again.
    public var isMobileMapPackageReopenRequired: Bool

    /// Whether a geodatabase has failed, or a service has refused an edit.
    public var hasErrors: Bool {
        geodatabases.contains { $0.error != nil || $0.layers.contains { !$0.editResults.isEmpty } }
    }
}
