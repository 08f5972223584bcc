import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// What a tool gives, as it is kept, and as clients get it.
enum ToolOutput {
    /// A value with its type. A file of the tool's folder is kept by its place there, for the address is another for each client.
    static func stored(_ value: GeoprocessingValue, in folder: URL) throws -> JSONValue {
        var json = value.esriJSON
        if let url = value.dataFile?.url ?? value.raster?.url, url.isFileURL, case .object(var members) = json {
            let (path, root) = (url.standardizedFileURL.path, folder.standardizedFileURL.path + "/")
            guard path.hasPrefix(root) else {
                throw ToolInputError.unusable(name: url.lastPathComponent, reason: "it is not in the tool's folder")
            }
            members["url"] = nil
            members["scratch"] = .string(String(path.dropFirst(root.count)))
            json = .object(members)
        }
        return ["dataType": .string(value.dataType.rawValue), "value": json]
    }

    /// A parameter's value as clients get it.
    ///
    /// - Parameters:
    ///   - type: The parameter's; nil is that of the value.
    ///   - root: The address below which the job's files are.
    static func answer(
        _ name: String, _ stored: JSONValue, type: GeoprocessingDataType?, files root: String, _ request: ServiceRequest,
        reference: String
    ) throws -> JSONValue {
        var value = stored["value"] ?? .null
        if case .object(var members) = value, let path = members["scratch"]?.string {
            members["scratch"] = nil
            members["url"] = .string(root + path.split(separator: "/").map { String($0).asPath }.joined(separator: "/"))
            value = .object(members)
        }
        if let target = try request.spatialReference(reference), value["features"] != nil {
            value = try projected(value, to: target)
        }
        let dataType = type?.rawValue ?? stored["dataType"]?.string ?? "GPString"
        return ["paramName": .string(name), "dataType": .string(dataType), "value": value]
    }

    private static func projected(_ json: JSONValue, to target: SpatialReference) throws -> JSONValue {
        var set = try FeatureSet(esriJSON: json)
        for index in set.features.indices {
            set.features[index].geometry = try set.features[index].geometry?.projected(to: target)
        }
        set.spatialReference = target
        var members = json.object ?? [:]
        members.merge(set.esriJSON.object ?? [:]) { $1 }
        return .object(members)
    }
}
