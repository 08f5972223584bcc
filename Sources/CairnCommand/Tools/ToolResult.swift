import Cairn
import CairnCore
import Foundation

/// What a tool has given: printed, or written into files.
struct ToolResult {
    private let job: Job<GeoprocessingWork>

    /// Whether the server has not got the results any more.
    static func isGone(_ error: ServiceError) -> Bool { [400, 404].contains(error.code) && !error.isOfStatusAlone }

    init(_ job: Job<GeoprocessingWork>) {
        self.job = job
    }

    /// - Parameters:
    ///   - output: A file for all of it, as JSON.
    ///   - files: A folder for files, in which nothing is replaced.
    func report(_ output: String? = nil, files: String? = nil, isJSON: Bool) async throws {
        let values = try await job.output.allOutputs().sorted { $0.key < $1.key }
        let place = output.flatMap { $0 == "-" ? nil : FileIdentity.resolved(URL(filePath: $0)) }
        if let files { try await fetch(values, into: FileIdentity.resolved(URL(filePath: files)), besides: place) }
        let json = JSONValue.object(
            Dictionary(values.map { ($0.key, ["dataType": .string($0.value.dataType.rawValue), "value": $0.value.esriJSON]) }) {
                first, _ in first
            })
        if let place {
            DurableFile.removeLeftovers(of: place)
            try DurableFile.replace(place, with: json.data(pretty: true))
            if !isJSON { Console.print("\(values.count) results → \(place.relativePath.printable())") }
        }
        if output == "-" {
            Console.send(json.data(pretty: true))
        } else if isJSON {
            Console.json(["event": "summary", "results": json])
        } else if output == nil {
            for (name, value) in values { Console.print("\(name.printable()): \(value.shortText)") }
        }
    }

    /// Removes from a folder what has come of the files, for the rest is gone.
    func discardFetched(_ files: String?) {
        if let files { FetchedFile.discardAll(of: job.id, in: FileIdentity.resolved(URL(filePath: files))) }
    }

    /// - Parameter output: A file that is none of these.
    private func fetch(
        _ values: [(key: String, value: GeoprocessingValue)], into folder: URL, besides output: URL?
    ) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let isBeside = output?.deletingLastPathComponent().path == folder.path
        let name = isBeside ? output?.lastPathComponent : nil
        let files = ToolFiles(values, besides: name)
        for (number, item) in files.items.enumerated() {
            let file = FetchedFile(item, number: number + 1, of: job.id, in: folder, besides: name)
            try await file.fetch()
            let place = try file.place()
            Console.note("\(place.path.printable())")
        }
        FetchedFile.discardAll(of: job.id, in: folder)
        for output in files.withoutAddress { Console.note("\(output.printable()): \(GeoprocessingError.noAddress)") }
    }
}
