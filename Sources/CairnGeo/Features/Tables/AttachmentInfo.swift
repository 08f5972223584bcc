public import Foundation

/// What is known of a file that is attached to a feature.
public struct AttachmentInfo: Sendable, Hashable, Codable {
    /// Its id, which no other attachment of the feature has.
    public var id: Int
    /// Its global id; nil if it has none.
    public var globalID: String?
    /// The file's name.
    public var name: String
    /// What the file is, such as `image/jpeg`.
    public var contentType: String
    /// The length, in bytes.
    public var size: Int

    /// What is known of an attachment.
    public init(id: Int, globalID: String? = nil, name: String, contentType: String, size: Int) {
        self.id = id
        self.globalID = globalID
        self.name = name
        self.contentType = contentType
        self.size = size
    }
}

/// A file to be attached to a feature.
public struct NewAttachment: Sendable, Hashable {
    /// Where the bytes come from.
    public enum Content: Sendable, Hashable {
        /// A file, which is read piece by piece.
        case file(URL)
        /// The bytes themselves.
        case data(Data)
    }

    /// The file's name.
    public var name: String
    /// What the file is, such as `image/jpeg`.
    public var contentType: String
    /// The bytes.
    public var content: Content
    /// The global id that it shall have; nil for one that is made where it is kept.
    public var globalID: String?

    /// A file to be attached.
    public init(name: String, contentType: String, content: Content, globalID: String? = nil) {
        self.name = name
        self.contentType = contentType
        self.content = content
        self.globalID = globalID
    }
}
