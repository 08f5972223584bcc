/// How far a download is: what the note beside it says.
struct DownloadState: Sendable, Codable, Hashable {
    /// How many bytes are there for sure.
    var length = 0
    /// How many there are in all, if the server has told.
    var total: Int?
    /// What names this version of the file.
    var version: String?
}
