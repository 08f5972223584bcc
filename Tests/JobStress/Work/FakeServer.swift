import CairnCore
import Foundation

/// A server that is a directory: `NAME.NUMBER` is a job submitted for the work of that name, by the worker it names;
/// `NAME.NUMBER.cancelled` says that it was cancelled.
struct FakeServer {
    let site: Site

    func submit(for name: String, by worker: String) throws -> String {
        var number = 1
        while true {
            let id = "\(name).\(number)"
            do throws(SystemError) {
                try FileDescriptor(site.path(.server, id), O_WRONLY | O_CREAT | O_EXCL).write(Data(worker.utf8))
                return id
            } catch {
                guard error.code == EEXIST else { throw error }
                // Only who has died between sending the request and recording the answer leaves that to be done again.
                let first = try submitter(of: id)
                if !site.has(.kills, first) { site.report("submitted twice: \(name), by \(first) and by \(worker)") }
                number += 1
            }
        }
    }

    func cancel(_ id: String) throws {
        if !site.has(.server, id) { site.report("cancelled on the server, and never submitted: \(id)") }
        try site.mark(.server, "\(id).cancelled")
    }

    func isCancelled(_ id: String) -> Bool { site.has(.server, "\(id).cancelled") }

    func submitter(of id: String) throws -> String {
        String(decoding: try DurableFile.contents(atPath: site.path(.server, id)) ?? Data(), as: UTF8.self)
    }

    /// Everything submitted for that work.
    func submissions(for name: String) -> [String] {
        var ids: [String] = []
        while site.has(.server, "\(name).\(ids.count + 1)") { ids.append("\(name).\(ids.count + 1)") }
        return ids
    }
}
