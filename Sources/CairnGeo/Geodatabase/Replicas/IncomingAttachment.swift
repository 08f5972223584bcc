package import CairnCore
import Foundation

/// A file that comes from a service: its bytes, or where they are.
package struct IncomingAttachment: Sendable {
    package let globalID: String?
    package let parentGlobalID: String
    package let name: String
    package let contentType: String
    /// Where the bytes are to be fetched, as the service has written it; nil if they are here.
    package let address: String?
    private let data: Data?

    /// Nil if it does not say what feature it belongs to, or has neither bytes nor an address.
    package init?(_ json: JSONValue) {
        func text(_ names: [String]) -> String? {
            names.lazy.compactMap { json[$0]?.string }.first { !$0.isEmpty }
        }
        guard let parent = text(["parentGlobalId", "parentGlobalid", "parentglobalid"]) else { return nil }
        parentGlobalID = parent
        globalID = text(["globalId", "globalid", "attachmentGlobalId"])
        name = text(["name"]) ?? "attachment"
        contentType = text(["contentType"]) ?? "application/octet-stream"
        data = text(["data"]).flatMap { Data(base64Encoded: $0) }
        address = data == nil ? text(["url", "dataUrl"]) : nil
        if data == nil, address == nil { return nil }
    }

    /// The bytes; nil if they have not been fetched.
    ///
    /// - Parameter fetched: The files that have been, by their addresses.
    func content(_ fetched: [String: URL]) -> NewAttachment.Content? {
        data.map { .data($0) } ?? address.flatMap { fetched[$0] }.map { .file($0) }
    }
}
