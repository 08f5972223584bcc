import CairnCore
import Foundation

/// Says, beside the record of a job, that its results have not been handed over yet: where the process dies in between, the same command goes on
/// with that, and does not have the work done again.
struct UnreportedResult {
    private let file: URL

    init(_ id: UUID, _ storage: JobStorage) {
        file = storage.directory.appending(path: "\(id).unreported")
    }

    var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

    func note() throws { try DurableFile.replace(file, with: Data()) }

    func forget() { try? FileManager.default.removeItem(at: file) }
}
