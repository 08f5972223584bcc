import CairnCore
import Foundation

/// What must be true when every job has ended and every worker is gone.
struct Inspection {
    let site: Site
    private let store: FileJobStore

    /// The store is opened anew, which sweeps what the dead have left.
    init(_ site: Site) throws {
        self.site = site
        store = try FileJobStore(directory: URL(filePath: site.folder(.store)))
    }

    func violations() async throws -> [String] {
        var found = try site.violations()
        var records: [UUID: JobRecord] = [:]
        for listing in try await store.list() {
            switch listing {
            case .unreadable(let file, let error): found.append("unreadable: \(file), \(error)")
            case .record(let record, let owner):
                records[record.id] = record
                if let owner { found.append("\(record.id) has ended, and \(owner.name) has it") }
                found += try violations(of: record)
            }
        }
        for id in try site.made() where records[id] == nil { found.append("lost: \(id)") }
        return try found + commandViolations(records) + leftovers()
    }

    private func violations(of record: JobRecord) throws -> [String] {
        guard let work = try? record.work.decode(StressWork.self) else { return ["\(record.id) is no work of ours"] }
        let log = try JobLog(of: work.name, at: site, worker: "").entries()
        let faults =
            switch record.status {
            case .succeeded: try successFaults(work, record, log)
            case .canceled: cancellationFaults(work, record, log)
            default: ["it has not ended"]
            }
        return try (faults + serverFaults(work, record)).map { "\(work.name) (\(record.id), \(record.status)): \($0)" }
    }

    private func successFaults(_ work: StressWork, _ record: JobRecord, _ log: [JobLog.Entry]) throws -> [String] {
        var faults: [String] = []
        let saved = Set(log.values(of: .saved))
        // A worker may die between saving and saying so: then the next step is begun without.
        let begun = Set(log.values(of: .begin))
        for step in 1...Plan.steps where !saved.contains("\(step)") && !begun.contains("\(step)") {
            faults.append("step \(step) was never saved")
        }
        if record.checkpoint?["steps"]?.int != Plan.steps {
            faults.append("its checkpoint is \(record.checkpoint?.text() ?? "none")")
        }
        let file = PartialFile(of: work.name, at: site)
        if file.isThere { faults.append("its partial file is still there") }
        if try DurableFile.contents(of: file.result) != Data(PartialFile.contents(steps: Plan.steps).utf8) {
            faults.append("its result is wrong")
        }
        if !log.values(of: .undo).isEmpty { faults.append("it was undone") }
        return faults
    }

    private func cancellationFaults(_ work: StressWork, _ record: JobRecord, _ log: [JobLog.Entry]) -> [String] {
        var faults: [String] = []
        if !work.mayBeCancelled { faults.append("nobody has cancelled it") }
        if PartialFile(of: work.name, at: site).isThere { faults.append("its partial file is still there") }
        if log.hasBegunAfterUndoing { faults.append("it went on after it was undone") }
        for id in record.serverJobIDs where !FakeServer(site: site).isCancelled(id) {
            faults.append("\(id) goes on on the server")
        }
        return faults
    }

    private func serverFaults(_ work: StressWork, _ record: JobRecord) throws -> [String] {
        let server = FakeServer(site: site)
        var faults = record.serverJobIDs.count > 1 ? ["several server jobs: \(record.serverJobIDs)"] : []
        for id in server.submissions(for: work.name) where !record.serverJobIDs.contains(id) {
            let worker = try server.submitter(of: id)
            if !site.has(.kills, worker) { faults.append("\(id), submitted by \(worker), is not known") }
        }
        return faults
    }

    /// Who was told that a job has ended must have been told the truth.
    private func commandViolations(_ records: [UUID: JobRecord]) throws -> [String] {
        try site.commands().compactMap { note in
            guard note.event == .canceled || note.event == .succeeded, let status = records[note.id]?.status else { return nil }
            return status.rawValue == note.event.rawValue
                ? nil : "\(note.id) is \(status), and \(note.worker) was told \(note.event)"
        }
    }

    private func leftovers() throws -> [String] {
        let owners = try FileManager.default.contentsOfDirectory(atPath: site.path(.store, "owners"))
        let dead = owners.filter { UUID(uuidString: $0) != nil && !isHeld(site.path(.store, "owners/\($0)")) }
        let temporary = try (site.names(in: .store) + owners).filter { $0.hasSuffix(".tmp") }
        return (dead + temporary).map { "left in the store: \($0)" }
    }

    /// Whether somebody lives who has that file locked; or has removed it, having just ended.
    private func isHeld(_ path: String) -> Bool {
        do { return try !FileDescriptor(path, O_RDONLY).lock() } catch { return error.code == ENOENT }
    }
}
