import Cairn
import CairnCore
import Foundation

/// What a stored job is, in words that tell it from others.
struct JobDescription {
    let record: JobRecord
    let owner: JobOwner?
    /// What it does, reads and writes; empty where it does not say.
    let what: String
    let from: String
    let to: String
    /// Where it looks addresses up.
    let locator: String
    /// The folders that the job has begun and not finished.
    private let folders: [URL]
    /// What is in the place of half-written files, and is somebody else's.
    private let foreign: [URL]

    init(_ record: JobRecord, _ owner: JobOwner?, _ storage: JobStorage) {
        (self.record, self.owner) = (record, owner)
        let job = try? storage.kinds.restore(record, configuration: storage.configuration)
        folders = Self.folders(of: job)
        foreign = (job as? any SparingJob)?.foreignFiles ?? []
        switch job {
        case let job as Job<BatchGeocodeWork>:
            (what, from, to) = ("geocode-table", job.work.table.url.path, job.work.output.path)
            locator =
                switch job.work.locator {
                case .file(let url): url.path
                case .service(let service): "\(service)"
                }
        case let job as Job<FeatureExportWork>:
            (what, to, locator) = ("export", job.work.output.path, "")
            from =
                switch job.work.source {
                case .geodatabase(let url, let table), .geoJSON(let url, let table):
                    [url.path, table].compactMap(\.self).joined(separator: " ")
                case .service(let service): "\(service)"
                }
        case let job as Job<CostMatrixWork>:
            (what, from, to) = ("matrix", job.work.origins.url.path, job.work.output.path)
            locator =
                switch job.work.network {
                case .file(let url): url.path
                case .service(let service): "\(service)"
                }
        case let job as Job<GeoprocessingWork>: (what, from, to, locator) = ("gp", "\(job.work.task)", "", "")
        case let job as Job<GenerateGeodatabaseWork>:
            (what, from, to, locator) = ("generate-geodatabase", "\(job.work.service)", job.work.output.path, "")
        case let job as Job<SyncGeodatabaseWork>:
            (what, from, to, locator) = ("sync", "\(job.work.service)", job.work.geodatabase.path, "")
        case let job as Job<ExportTileCacheWork>:
            (what, from, to, locator) = ("export-tiles", "\(job.work.service)", job.work.output.path, "")
        case let job as Job<ExportVectorTilesWork>:
            (what, from, to, locator) = ("export-tiles", "\(job.work.service)", job.work.output.path, "")
        case let job as Job<GenerateOfflineMapWork>:
            (what, to, locator) = ("take-offline", job.work.downloadDirectory.path, "")
            if case .item(let portal, let id) = job.work.map { from = "\(portal) \(id)" } else { from = "" }
        case let job as Job<WorkflowWork<ManySteps>>:
            (what, from, to, locator) = ("workflow checkpoint", "", job.work.definition.log.path, "")
        default: (what, from, to, locator) = (record.kind, "", "", "")
        }
    }

    private static func folders(of job: (any JobProtocol)?) -> [URL] {
        switch job {
        case let job as Job<GenerateOfflineMapWork>: job.work.begunFolders(of: job.id)
        case let job as Job<DownloadPreplannedOfflineMapWork>: job.work.begunFolders(of: job.id)
        case let job as Job<ExportVectorTilesWork>: job.work.begunFolders(of: job.id)
        case let job as Job<ExportStyleResourceCacheWork>: job.work.begunFolders(of: job.id)
        default: []
        }
    }

    /// A job that was started and has no owner was interrupted.
    var state: String {
        switch record.status {
        case .started where owner == nil: "interrupted"
        case .started: "running"
        case .notStarted: "not started"
        case .canceled: "cancelled"
        case .canceling: "being cancelled"
        default: record.status.rawValue
        }
    }

    private var percent: String { "\(Int(rounding: record.progress, .down) ?? 0) %" }

    /// How it ended, or how far it is.
    var ending: String {
        switch record.status {
        case .succeeded: (["succeeded"] + [counts].compactMap(\.self)).joined(separator: ": ")
        case .failed: "failed at \(percent): \(record.failure?.message ?? "no reason is known")".printable(upTo: 500)
        case .canceled, .notStarted: state
        case .started where owner != nil: "\(state) in \(owner?.name ?? ""), \(percent)"
        default: "\(state) at \(percent)"
        }
    }

    private var counts: String? {
        guard let summary = record.checkpoint?["summary"] else { return nil }
        if let features = summary["features"]?.int { return "\(features) features" }
        guard let rows = summary["rows"]?.int, let matched = summary["matched"]?.int
        else { return nil }
        return "\(matched) of \(rows) rows matched"
    }

    var colour: Colour {
        switch record.status {
        case .succeeded: .green
        case .failed: .red
        case .started where owner != nil: .cyan
        default: .yellow
        }
    }

    /// Half-written files and folders that are there, each once: work may name one of its children's, and what is in a folder goes with it.
    var partialFiles: [URL] {
        var seen: Set<String> = []
        let files = record.partialFiles.filter { file in
            !foreign.contains(file) && !folders.contains { file.path.hasPrefix($0.path + "/") }
        }
        return (folders + files).filter {
            FileManager.default.fileExists(atPath: $0.path) && seen.insert($0.path).inserted
        }
    }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(record.id.uuidString), "kind": .string(record.kind), "status": .string(statusName),
            "progress": .number(record.progress), "created": .string(record.created.formatted(.iso8601)),
        ]
        for (name, text) in [("from", from), ("to", to), ("locator", locator)] where !text.isEmpty {
            members[name] = .string(text)
        }
        members["ended"] = record.ended.map { .string($0.formatted(.iso8601)) }
        members["owner"] = owner.map { .string($0.name) }
        members["error"] = record.failure.map { .string($0.message) }
        return .object(members)
    }

    /// As records name it, but for one that nobody has.
    private var statusName: String { record.status == .started && owner == nil ? "interrupted" : record.status.rawValue }

    /// What people want to know; for scripts the record.
    func show(isJSON: Bool) {
        if isJSON { return Console.json(record.json) }
        var lines = [("what", what), ("from", from), ("to", to), ("locator", locator)]
        lines.append(("started", LocalTime.text(record.created)))
        if let ended = record.ended { lines.append(("ended", LocalTime.text(ended))) }
        lines.append(("status", ending))
        for file in partialFiles { lines.append(("unfinished", file.path)) }
        Console.print("Job \(record.id)")
        for (name, text) in lines where !text.isEmpty {
            let shown = text.printable(upTo: 2000)
            Console.print(
                "  \(name.padding(toLength: 11, withPad: " ", startingAt: 0))\(name == "status" ? colour.of(shown) : shown)")
        }
        for message in record.messages.suffix(10) {
            Console.print("  \(LocalTime.text(message.timestamp))  \(message.text.printable(upTo: 2000))")
        }
        if let advice { Console.print(advice) }
    }

    private var advice: String? {
        switch record.status {
        case .failed where record.failure?.isRetryable == false:
            "To try again when that is mended: cairn jobs retry \(record.id)\n"
                + "To begin anew: cairn jobs remove \(record.id), and then the command again"
        case .failed:
            "To go on: cairn jobs retry \(record.id)\nTo begin anew: cairn jobs remove \(record.id), and then the command again"
        case .paused, .notStarted: "To go on: cairn jobs resume \(record.id)"
        case .started where owner == nil: "To go on: cairn jobs resume \(record.id)"
        default: nil
        }
    }
}

/// Points in time as clocks on the wall show them.
enum LocalTime {
    static func text(_ date: Date) -> String {
        date.formatted(
            .verbatim(
                "\(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)",
                timeZone: .current, calendar: Calendar(identifier: .gregorian)))
    }
}
