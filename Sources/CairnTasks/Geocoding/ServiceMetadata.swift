import CairnCore
import CairnGeo
import Foundation
import Synchronization

/// What a service has said of itself, kept for building requests.
final class ServiceMetadata: Sendable {
    let info = Mutex<LocatorInfo?>(nil)
}

extension LocatorInfo {
    /// Reads the metadata of a GeocodeServer; numbers may be text, and most members may be missing.
    init(esriJSON json: JSONValue, url: URL) {
        let properties = json["locatorProperties"]
        func number(_ name: String) -> Int? {
            properties?[name].flatMap { $0.lenientDouble }.flatMap { Int(rounding: $0, .towardZero) }
        }
        let capabilities = json["capabilities"]?.string?.lowercased()
        let description = json["serviceDescription"]?.string ?? ""
        let maximum = max(1, number("MaxBatchSize") ?? 1000)
        self.init(
            name: url.deletingLastPathComponent().lastPathComponent,
            // Some servers write the word.
            description: description == "null" ? "" : description,
            version: json["currentVersion"].map { $0.string ?? $0.text() } ?? "",
            addressFields: json["addressFields"]?.array?.compactMap(Field.init(esriJSON:)) ?? [],
            singleLineField: json["singleLineAddressField"]?["name"]?.string,
            resultFields: json["candidateFields"]?.array?.compactMap(Field.init(esriJSON:)) ?? [],
            spatialReference: SpatialReference(esriJSON: json["spatialReference"]),
            // Old servers do not list what they can; then it is tried.
            supportsSuggestions: capabilities?.contains("suggest") ?? false,
            supportsReverseGeocoding: capabilities?.contains("reversegeocode") ?? true,
            suggestedBatchSize: min(max(1, number("SuggestedBatchSize") ?? 150), maximum), maximumBatchSize: maximum,
            countries: json["countries"]?.array?.compactMap(\.string) ?? [])
    }
}
