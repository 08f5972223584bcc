import CairnCore
import Foundation

/// Which command has begun a job, noted beside the job's record until its results have been handed over.
///
/// The same command finds its job by that, without a word to the service, which may be down; and where the process dies before the results are
/// handed over, it does not have the work done again.
struct BegunCommand {
    private let file: URL

    init(_ id: UUID, _ storage: JobStorage) {
        file = storage.directory.appending(path: "\(id).command")
    }

    /// The command; nil if the results of the job have been handed over.
    var text: String? { try? DurableFile.contents(of: file).map { String(decoding: $0, as: UTF8.self) } }

    func note(_ text: String) throws { try DurableFile.replace(file, with: Data(text.utf8)) }

    func forget() { try? FileManager.default.removeItem(at: file) }

    /// Forgets a command whose process died before there was a record of its job.
    static func forgetOrphans(saying text: String, _ storage: JobStorage) {
        let names = Set((try? FileManager.default.contentsOfDirectory(atPath: storage.directory.path)) ?? [])
        for name in names where name.hasSuffix(".command") && !names.contains(name.dropLast(7) + "json") {
            guard let id = UUID(uuidString: String(name.dropLast(8))) else { continue }
            let orphan = BegunCommand(id, storage)
            if orphan.text == text { orphan.forget() }
        }
    }

    /// Once its results have been told, unless some of that was lost: the same command given again tells them then.
    func forgetWhatIsTold() {
        if Console.loss == nil { forget() }
    }
}
