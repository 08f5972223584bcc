import Cairn
import CairnCore
import Foundation

/// What a tool has given: printed, or written into files.
struct ToolResult {
    private let job: Job<GeoprocessingWork>

    init(_ job: Job<GeoprocessingWork>) {
        self.job = job
    }

    /// - Parameters:
    ///   - output: A file for all of it, as JSON.
    ///   - files: A folder for files.
    func report(_ output: String? = nil, files: String? = nil, isJSON: Bool) async throws {
        let values = try await job.output.allOutputs().sorted { $0.key < $1.key }
        if let files { try await fetch(values, into: URL(filePath: files)) }
        let json = JSONValue.object(
            Dictionary(values.map { ($0.key, ["dataType": .string($0.value.dataType.rawValue), "value": $0.value.esriJSON]) }) {
                first, _ in first
            })
        if let output {
            try DurableFile.replace(URL(filePath: output), with: json.data(pretty: true))
            if !isJSON { Console.print("\(values.count) results → \(output.printable())") }
        }
        if isJSON {
            Console.json(["event": "summary", "results": json])
        } else if output == nil {
            for (name, value) in values { Console.print("\(name.printable()): \(value.shortText)") }
        }
    }

    private func fetch(_ values: [(key: String, value: GeoprocessingValue)], into folder: URL) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let files = ToolFiles(values)
        for item in files.items {
            let place = folder.appending(component: item.name)
            try await GeoprocessingDataFile(url: item.source).download(to: place)
            Console.note("\(place.path.printable())")
        }
        for output in files.withoutAddress { Console.note("\(output.printable()): \(GeoprocessingError.noAddress)") }
    }
}
