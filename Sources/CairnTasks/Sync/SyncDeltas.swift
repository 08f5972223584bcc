import CairnCore
import Foundation

/// What a sync sends and gets, in files beside the geodatabase, if they are to be kept.
struct SyncDeltas {
    private let geodatabase: URL
    private let mark: String
    private let isWanted: Bool

    /// - Parameter mark: Of the sync.
    init(_ work: SyncGeodatabaseWork, mark: String) {
        (geodatabase, self.mark, isWanted) = (work.geodatabase, mark, work.parameters.keepsDeltas)
    }

    /// Where one is written until it is complete.
    static func partial(of geodatabase: URL) -> URL { URL(filePath: geodatabase.path + ".sync-delta.partial") }

    /// Where what is sent is written; nil if it is not to be kept.
    var writing: URL? { isWanted ? Self.partial(of: geodatabase) : nil }

    private func place(_ name: String) -> URL { URL(filePath: "\(geodatabase.path).\(mark.prefix(8)).\(name).json") }

    /// What was sent; nil if nothing was, or nothing is kept.
    var upload: URL? {
        isWanted && FileManager.default.fileExists(atPath: place("upload").path) ? place("upload") : nil
    }

    /// Keeps what has been written.
    func keepUpload() throws {
        if let writing { try DurableFile.rename(writing.path, to: place("upload")) }
    }

    /// Keeps what has come.
    ///
    /// - Throws: `SystemError`.
    func keepDownload(_ data: URL) throws -> URL? {
        guard let writing else { return nil }
        try DurableFile.remove(atPath: writing.path)
        try DurableFile.copy(data.path, to: writing.path)
        try DurableFile.rename(writing.path, to: place("download"))
        return place("download")
    }
}
