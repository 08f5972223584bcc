import CairnCore
import Foundation

/// How far a download is: what the note beside it says.
struct DownloadState: Sendable, Codable, Hashable {
    /// Where they came from: the address, with a number for its query, which may hold a token.
    var source: String?
    /// How many bytes are there for sure.
    var length = 0
    /// How many there are in all, if the server has told.
    var total: Int?
    /// What names this version of the file.
    var version: String?
}

extension DownloadState {
    static func source(_ url: URL) -> String {
        let number = (url.query(percentEncoded: true) ?? "").utf8.stableHash
        return "\(URL.withoutQuery(url)) \(String(number, radix: 36))"
    }
}

extension String.UTF8View {
    /// FNV-1a: the same in every process.
    var stableHash: UInt64 { reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } }
}
