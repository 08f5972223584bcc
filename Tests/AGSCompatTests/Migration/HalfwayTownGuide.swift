// The same, half-way: what takes the map offline is the new core's, and what reads it is as it was. Each old object that is still there holds the new one.
import AGSCompat
import Cairn
import Foundation

final class HalfwayTownGuide {
    private var package: AGSMobileMapPackage?

    /// Takes the map of an item offline. Cancelling the calling task stops it.
    @concurrent
    static func takeOffline(_ item: PortalItem, area: Envelope, to directory: URL) async throws {
        let task = OfflineMapTask(portalItem: item)
        var parameters = try await task.makeDefaultGenerateOfflineMapParameters(
            areaOfInterest: .envelope(area), minScale: 600_000, maxScale: 20_000)
        parameters.itemInfo?.title = "Guide"
        let job = try task.makeGenerateOfflineMapJob(parameters: parameters, downloadDirectory: directory)
        let result = try await job.run()
        for layer in result.layerErrors { print("\(layer.title) is missing") }
    }

    /// Opens what was taken.
    func open(_ package: MobileMapPackage, completion: @escaping (String?, Error?) -> Void) {
        let package = AGSMobileMapPackage(package)
        self.package = package
        package.load { error in
            guard error == nil, let map = package.maps.first else { return completion(nil, error) }
            map.load { error in completion(error == nil ? package.item?.title : nil, error) }
        }
    }

    /// What finds addresses.
    var locator: LocatorTask? { package?.locatorTask?.task }

    /// The table of a layer.
    func table(of layerName: String) -> GeodatabaseFeatureTable? {
        let layers = package?.maps.first?.operationalLayers.flatMap { layer in
            (layer as? AGSGroupLayer)?.layers.map { $0 } ?? [layer]
        }
        let layer = layers?.compactMap { $0 as? AGSFeatureLayer }.first { $0.name == layerName }
        return (layer?.featureTable as? AGSGeodatabaseFeatureTable)?.geodatabaseTable
    }
}
