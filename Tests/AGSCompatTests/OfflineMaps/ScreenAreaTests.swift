import AGSCompat
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)), .serialized)
@MainActor
struct ScreenAreaTests {
    @Test func `an area of two corners of a screen is the area between them`() async throws {
        let town = try await MapTown()
        // Screens count downwards: the upper left corner, then the lower right one, as in frameToExtent() of the samples.
        let area = AGSEnvelope(
            min: AGSPoint(x: -900, y: 900, spatialReference: .webMercator()),
            max: AGSPoint(x: 900, y: -900, spatialReference: .webMercator()))
        let parameters = MapTown.parameters(area)
        let job = AGSOfflineMapTask(portalItem: town.item()).generateOfflineMapJob(
            with: parameters, downloadDirectory: town.offline)
        let result: AGSGenerateOfflineMapResult = try await answer { job.start(statusHandler: nil, completion: $0) }
        // The weather cannot be taken offline.
        #expect(result.layerErrors.count == 1)
        #expect(try await names(try trees(result.offlineMap).featureTable) == ["ash", "elm", "oak"])
    }
}
