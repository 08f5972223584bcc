/// Which way edits go when a geodatabase is brought in step with its service.
public enum SyncDirection: String, Sendable, Hashable, Codable, CaseIterable {
    /// None do.
    case none
    /// From the service.
    case download
    /// To the service.
    case upload
    /// To the service, and from it.
    case bidirectional

    /// Whether edits go to the service.
    public var includesUpload: Bool { self == .upload || self == .bidirectional }
    /// Whether edits come from the service.
    public var includesDownload: Bool { self == .download || self == .bidirectional }
}
