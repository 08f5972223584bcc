import CairnCore
import Foundation

/// The files of jobs: `jobs/ID/job.json`, `jobs/ID/results/NAME.json`, and what the tool has made in `jobs/ID/scratch`.
struct ToolJobFiles: Sendable {
    let folder: URL

    private var jobs: URL { folder.appending(path: "jobs") }

    /// Takes the folder for as long as what is returned is kept: of two servers each would run the other's jobs.
    ///
    /// - Throws: ``ToolFolderInUse``.
    func claim() throws -> FileDescriptor {
        try FileManager.default.createDirectory(at: jobs, withIntermediateDirectories: true)
        let lock = try FileDescriptor(folder.appending(path: "lock").path, O_RDWR | O_CREAT)
        guard try lock.lock() else { throw ToolFolderInUse(path: folder.path) }
        return lock
    }

    func scratch(of id: String) -> URL { place(id).appending(path: "scratch") }

    private func place(_ id: String) -> URL { jobs.appending(path: id) }

    /// Makes what a job needs.
    func make(_ job: ToolJob) throws {
        for part in ["results", "scratch"] {
            try FileManager.default.createDirectory(at: place(job.id).appending(path: part), withIntermediateDirectories: true)
        }
        try save(job)
    }

    func save(_ job: ToolJob) throws {
        try DurableFile.replace(place(job.id).appending(path: "job.json"), with: JSONValue(encoding: job).data())
    }

    func save(_ value: JSONValue, _ name: String, of id: String) throws {
        try DurableFile.replace(result(name, of: id), with: value.data())
    }

    /// What a job has given by that name, which is one of its outputs.
    func result(_ name: String, of id: String) throws -> JSONValue? {
        guard let data = try DurableFile.contents(of: result(name, of: id)) else { return nil }
        return try JSONValue(parsing: data)
    }

    private func result(_ name: String, of id: String) -> URL {
        // Names of parameters may be any; those of files may not.
        let safe = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "_"
        return place(id).appending(component: "results").appending(component: "\(safe).json")
    }

    /// How many bytes the tool's files take.
    func size(of id: String) -> Int {
        let folder = scratch(of: id)
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return names.reduce(0) { sum, name in
            sum + ((try? FileDescriptor(regular: folder.appending(path: name).path, O_RDONLY).size()) ?? 0)
        }
    }

    func remove(_ id: String) { try? FileManager.default.removeItem(at: place(id)) }

    /// All jobs that are kept; those whose files cannot be read are left alone.
    func all() throws -> [ToolJob] {
        let ids = try FileManager.default.contentsOfDirectory(atPath: jobs.path)
        return ids.compactMap { id in
            guard let data = try? DurableFile.contents(of: place(id).appending(path: "job.json")),
                let job = try? JSONValue(parsing: data).decode(ToolJob.self), job.id == id
            else { return nil }
            return job
        }
    }
}
