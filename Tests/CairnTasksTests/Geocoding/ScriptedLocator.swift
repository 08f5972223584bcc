import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// A backend of a user's own that finds every record, unless it is told to answer otherwise.
struct ScriptedLocator: LocatorBackend {
    var info = LocatorInfo(name: "Own")
    var answer: @Sendable ([GeocodeRecord]) -> [GeocodeMatch] = { records in
        records.map {
            let place = MapPoint(latitude: 2, longitude: 1)
            return GeocodeMatch(id: $0.id, status: .matched, result: GeocodeResult(label: "A", location: place, score: 90))
        }
    }
    /// How many records each batch held.
    let batches = Log<Int>()

    @concurrent func loadInfo() async throws -> LocatorInfo { info }
    @concurrent func geocode(_ query: GeocodeQuery, _ parameters: GeocodeParameters) async throws -> [GeocodeResult] { [] }
    @concurrent func suggest(_ text: String, _ parameters: SuggestParameters) async throws -> [SuggestResult] { [] }
    @concurrent func reverseGeocode(
        _ location: MapPoint, _ parameters: ReverseGeocodeParameters
    ) async throws -> [GeocodeResult] { [] }
    @concurrent func geocode(_ records: [GeocodeRecord], _ parameters: GeocodeParameters) async throws -> [GeocodeMatch] {
        batches.append(records.count)
        return answer(records)
    }
}
