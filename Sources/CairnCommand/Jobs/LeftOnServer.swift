import Cairn
import Foundation

/// What may still run on servers when its job has been cancelled or removed, and whose service each is.
struct LeftOnServer: Error, LocalizedError {
    /// The ids, each with its service where the job's record tells that.
    let names: [String]

    init(_ ids: [String], of record: JobRecord) {
        let services = Self.services(in: record.json)
        names = ids.map { id in services[id].map { "\(id) (\($0))" } ?? id }
    }

    /// The addresses of services by the ids of what runs there, of the work and of its children.
    private static func services(in node: JSONValue) -> [String: String] {
        var services: [String: String] = [:]
        let service = node["work"]?["service"] ?? node["work"]?["task"]
        for id in node["serverJobIDs"]?.array?.compactMap(\.string) ?? [] { services[id] = service?.string }
        for child in (node["children"]?.object ?? [:]).values { services.merge(Self.services(in: child)) { own, _ in own } }
        return services
    }

    var errorDescription: String? {
        "\(JobError.cancellationUnconfirmed(serverJobIDs: names)) Ask who runs the server to end what is not wanted."
    }
}
