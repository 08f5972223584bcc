import CairnCore
import Foundation

/// Who stands where when nothing moves.
struct Standstill {
    let site: Site
    let store: FileJobStore

    init(_ site: Site, _ store: FileJobStore) {
        (self.site, self.store) = (site, store)
    }

    func lines() async throws -> [String] {
        let records = try await store.list().compactMap(line)
        let situations = try site.names(in: .situations).flatMap { worker in
            try String(contentsOfFile: site.path(.situations, worker), encoding: .utf8).split(separator: "\n").map {
                "worker \(worker): \($0)"
            }
        }
        return try records + situations + ["tickets left: \(site.names(in: .tickets))"]
            + site.violations().map { "violation: \($0)" }
    }

    private func line(_ listing: JobListing) -> String? {
        switch listing {
        case .unreadable(let file, let error): return "\(file): \(error)"
        case .record(let record, let owner):
            if record.status == .succeeded || record.status == .canceled { return nil }
            let claim = (try? String(contentsOfFile: site.path(.store, "\(record.id).claim"), encoding: .utf8)) ?? "no claim"
            let name = record.work["name"]?.string ?? "?"
            return "\(name) \(record.id): \(record.status), revision \(record.revision), \(record.progress) %, "
                + "had by \(owner?.name ?? "nobody") (\(claim))"
        }
    }
}
