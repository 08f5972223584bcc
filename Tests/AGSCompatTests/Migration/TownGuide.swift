// The same, migrated: no old name is left.
import Cairn
import Foundation

actor TownGuide {
    private var package: MobileMapPackage?

    /// Takes the map of an item offline. Cancelling the calling task stops it.
    func takeOffline(_ item: PortalItem, area: Envelope, to directory: URL) async throws {
        let task = OfflineMapTask(portalItem: item)
        var parameters = try await task.makeDefaultGenerateOfflineMapParameters(
            areaOfInterest: .envelope(area), minScale: 600_000, maxScale: 20_000)
        parameters.itemInfo?.title = "Guide"
        let job = try task.makeGenerateOfflineMapJob(parameters: parameters, downloadDirectory: directory)
        let result = try await job.run()
        for layer in result.layerErrors { print("\(layer.title) is missing") }
    }

    /// Opens what was taken.
    func open(_ directory: URL) async throws -> String? {
        let package = MobileMapPackage(fileURL: directory)
        try await package.load()
        self.package = package
        return package.item?.title
    }

    /// Finds an address.
    func find(_ address: String) async throws -> MapPoint? {
        var parameters = GeocodeParameters()
        parameters.maxResults = 1
        return try await package?.locatorTask?.geocode(forSearchText: address, using: parameters).first?.location
    }

    /// The names of the features of a layer that meet a condition.
    func names(of layerName: String, where whereClause: String) async throws -> [String]? {
        guard let package, let map = package.maps.first?.webMap,
            let layer = map.allOperationalLayers.first(where: { $0.title == layerName }),
            let table = try await package.featureTable(of: layer)
        else { return nil }
        let features = try await table.queryFeatures(using: QueryParameters(whereClause: whereClause)).featureSet().features
        return features.compactMap { $0.attributes["NAME"]?.string }.sorted()
    }

    func close() async throws { try await package?.close() }
}
