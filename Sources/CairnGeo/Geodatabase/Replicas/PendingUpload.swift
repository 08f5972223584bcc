package import CairnCore

/// Local changes that have been set apart to be sent to the service. Until it is known what became of them they are neither changes still nor gone.
package struct PendingUpload: Sendable, Hashable, Codable {
    /// Names the sync that has set them apart.
    package var mark: String
    /// What the service said of the copy before; what it says of it later tells whether they have arrived.
    package var before: JSONValue

    package init(mark: String, before: JSONValue) {
        (self.mark, self.before) = (mark, before)
    }
}
