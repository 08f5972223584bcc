/// An attachment, and the feature that it belongs to.
package struct ReplicatedAttachment: Sendable {
    package let info: AttachmentInfo
    package let parentObjectID: Int
    package let parentGlobalID: String
}
