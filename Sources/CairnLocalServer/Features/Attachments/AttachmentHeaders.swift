import CairnGeo
import Foundation

/// What goes before the bytes of an attachment, which anybody may have attached: no browser shall take it for a page of this server's.
struct AttachmentHeaders {
    private let info: AttachmentInfo

    init(_ info: AttachmentInfo) {
        self.info = info
    }

    var contentType: String {
        let isType = info.contentType.wholeMatch(of: /[A-Za-z0-9!#$&^_.+\-]{1,100}\/[A-Za-z0-9!#$&^_.+\-]{1,100}/) != nil
        return isType ? info.contentType.lowercased() : "application/octet-stream"
    }

    /// Those that a browser shows without running anything.
    private static let shown: Set<String> = ["image/jpeg", "image/png", "image/gif", "image/webp", "image/bmp", "image/tiff"]

    var fields: [String: String] {
        let disposition = Self.shown.contains(contentType) ? "inline" : "attachment"
        let plain = String(info.name.prefix(200).map { Self.isPlain($0) ? $0 : "_" })
        let encoded = String(info.name.prefix(200)).addingPercentEncoding(withAllowedCharacters: Self.unreserved) ?? plain
        return [
            "content-disposition": "\(disposition); filename=\"\(plain)\"; filename*=UTF-8''\(encoded)",
            "x-content-type-options": "nosniff", "content-security-policy": "sandbox; default-src 'none'",
        ]
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "._- ".contains(character))
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
