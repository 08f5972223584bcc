package import CairnCore
import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A file that comes from a service: its bytes, or where they are.
package struct IncomingAttachment: Sendable {
    /// The lists in which such stand.
    static let lists: Set<String> = ["attachments", "attachments.adds", "attachments.inserts", "attachments.updates"]

    package let globalID: String?
    package let parentGlobalID: String
    package let name: String
    package let contentType: String
    /// Where the bytes are to be fetched, as the service has written it; nil if they are here.
    package let address: String?
    private let data: Data?
    /// How many bytes it has, if it says so.
    private let size: Int?

    /// - Throws: ``GeodatabaseError/unusableAttachment(name:reason:)`` if it does not say what feature it belongs to, or has neither bytes that can be read nor an
    ///   address: passed over it would be lost.
    package init(_ json: JSONValue) throws(GeodatabaseError) {
        func text(_ names: [String]) -> String? {
            names.lazy.compactMap { json[$0]?.string }.first { !$0.isEmpty }
        }
        guard let parent = text(["parentGlobalId", "parentGlobalid", "parentglobalid"]) else {
            throw .unusableAttachment(name: text(["name"]) ?? "", reason: "it names no feature that it belongs to")
        }
        parentGlobalID = parent
        globalID = text(["globalId", "globalid", "attachmentGlobalId"])
        name = text(["name"]) ?? "attachment"
        contentType = text(["contentType"]) ?? "application/octet-stream"
        data = text(["data"]).flatMap { Data(base64Encoded: $0) }
        size = (json["size"] ?? json["SIZE"])?.int
        address = data == nil ? text(["url", "dataUrl"]) : nil
        if data == nil, address == nil {
            throw .unusableAttachment(name: name, reason: "it has neither bytes that can be read nor an address")
        }
    }

    /// The bytes.
    ///
    /// - Parameter fetched: The files that have been fetched, by their addresses.
    /// - Throws: ``GeodatabaseError/unusableAttachment(name:reason:)`` if they are not among these, or not as many as is said.
    func content(_ fetched: [String: URL]) throws(GeodatabaseError) -> NewAttachment.Content {
        if let data {
            try expect(data.count)
            return .data(data)
        }
        guard let file = address.flatMap({ fetched[$0] }) else {
            throw .unusableAttachment(name: name, reason: "its bytes have not been fetched")
        }
        try expect((try? FileDescriptor(file.path, O_RDONLY).size()) ?? 0)
        return .file(file)
    }

    private func expect(_ count: Int) throws(GeodatabaseError) {
        guard let size, size != count else { return }
        throw .unusableAttachment(name: name, reason: "it has \(count) bytes, and is said to have \(size)")
    }
}
