import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation

/// Exports of a layer into a folder of their own.
struct ExportFolder {
    let url = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func work(
        _ format: FeatureExportWork.Format, _ parameters: QueryParameters = QueryParameters()
    ) throws -> FeatureExportWork {
        let name = "\(UUID()).\(format == .geoPackage ? "gpkg" : format.rawValue.lowercased())"
        return FeatureExportWork(
            source: .service(try ServiceURL(FeatureSite.layer)), parameters: parameters, output: url.appending(path: name),
            format: format)
    }

    /// Each run asks the layer anew for what it is.
    func job(_ work: FeatureExportWork, _ transport: any HTTPTransport) throws -> Job<FeatureExportWork> {
        let outage = OutagePolicy(backoff: Backoff(initial: .zero, maximum: .zero))
        let services = FeatureServices { _ in ServiceFeatureTable(url: FeatureSite.layer, transport: transport) }
        return try Job(work, services: services, configuration: JobConfiguration(outage: outage))
    }

    func isThere(_ work: FeatureExportWork) -> Bool { FileManager.default.fileExists(atPath: work.output.path) }

    func text(_ work: FeatureExportWork) throws -> String { try String(contentsOf: work.output, encoding: .utf8) }

    static func isPage(_ request: HTTPRequest) -> Bool {
        request.url.lastPathComponent == "query" && request.fields["outFields"] != nil
    }

    /// The answer with those of its features that are chosen, as if it were whole.
    static func answer(_ answer: HTTPResponse, choosing: ([JSONValue]) -> [JSONValue]) -> HTTPResponse {
        guard var members = (try? JSONValue(parsing: answer.body))?.object else { return answer }
        members["features"] = .array(choosing(members["features"]?.array ?? []))
        members["exceededTransferLimit"] = nil
        return .json(JSONValue.object(members).text())
    }
}
