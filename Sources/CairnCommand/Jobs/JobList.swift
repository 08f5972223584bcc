import Cairn
import Foundation

/// The stored jobs in a table, the newest first.
struct JobList {
    private let storage: JobStorage

    init(_ storage: JobStorage) {
        self.storage = storage
    }

    func show(isJSON: Bool) async throws -> ExitCode {
        var (jobs, isWhole): ([JobDescription], Bool) = ([], true)
        for listing in try await storage.store.list() {
            switch listing {
            case .record(let record, let owner): jobs.append(JobDescription(record, owner, storage))
            case .unreadable(let file, let error):
                isWhole = false
                Console.error("unreadable: \(Console.text(of: error)) Mend \(file.printable()), or remove it to forget the job.")
            }
        }
        jobs.sort { ($0.record.created, $0.record.id.uuidString) > ($1.record.created, $1.record.id.uuidString) }
        if isJSON {
            for job in jobs { Console.json(job.json) }
        } else if jobs.isEmpty {
            Console.note(Console.text(of: JobStorage.NoJobs(directory: storage.directory)))
        } else {
            rows(jobs).forEach(Console.print)
        }
        return isWhole ? .done : .failed
    }

    /// Columns as wide as they must be, cut to the terminal; where the output goes elsewhere, nothing is cut.
    private func rows(_ jobs: [JobDescription]) -> [String] {
        let length = idLength(jobs)
        let heading = ["ID", "STARTED", "WHAT", "FROM", "TO", "HOW IT ENDED"]
        let table = jobs.map { job in
            [
                String(job.record.id.uuidString.prefix(length)).lowercased(), LocalTime.text(job.record.created), job.what,
                URL(filePath: job.from).lastName, URL(filePath: job.to).lastName, job.ending,
            ].map { $0.printable() }
        }
        let widths = heading.indices.map { column in ([heading] + table).map { $0[column].columns }.max() ?? 0 }
        let limit = Terminal.isShown(.output) ? Terminal.width(of: .output) : Int.max
        // What tells jobs apart stays, where there is no room for all.
        let shown = Self.columns(widths, limit)
        func line(_ cells: [String]) -> String {
            let text = shown.map { cells[$0] + String(repeating: " ", count: widths[$0] - cells[$0].columns) }.joined(
                separator: "  ")
            return String(text.reversed().drop { $0 == " " }.reversed()).cut(toColumns: limit)
        }
        return [line(heading)] + zip(jobs, table).map { job, cells in job.colour.of(line(cells)) }
    }

    /// Without when and what, from where and to where, one after another until there is room for how it ended.
    private static func columns(_ widths: [Int], _ limit: Int) -> [Int] {
        var columns = Array(widths.indices)
        for column in [1, 2, 4] where columns.dropLast().reduce(12, { $0 + widths[$1] + 2 }) > limit {
            columns.removeAll { $0 == column }
        }
        return columns
    }

    /// As much of the ids as tells them apart.
    private func idLength(_ jobs: [JobDescription]) -> Int {
        let ids = jobs.map(\.record.id.uuidString)
        return (8...36).first { length in Set(ids.map { $0.prefix(length) }).count == ids.count } ?? 36
    }
}

extension URL {
    /// The last part of a path; nothing of an empty one.
    fileprivate var lastName: String { relativePath.isEmpty || relativePath == "." ? "" : lastPathComponent }
}
