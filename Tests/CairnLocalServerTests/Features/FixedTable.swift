import CairnCore
import CairnGeo
import Foundation

/// A table in memory that gives the same features whatever is asked, and takes no edits.
struct FixedTable: FeatureTable {
    let definition: FeatureTableDefinition
    let features: [Feature]

    @concurrent func definition() async throws -> FeatureTableDefinition { definition }

    @concurrent func queryFeatures(using parameters: QueryParameters) async throws -> FeatureQueryResult {
        let rest = Level<[Feature]?>(features)
        return FeatureQueryResult(fields: [Field("OBJECTID", type: .objectID)] + definition.fields) {
            let batch = rest.value
            rest.send(nil)
            return batch
        }
    }

    @concurrent func queryObjectIDs(using parameters: QueryParameters) async throws -> [Int] { features.map(\.id) }
    @concurrent func queryFeatureCount(using parameters: QueryParameters) async throws -> Int { features.count }
    @concurrent func queryExtent(using parameters: QueryParameters) async throws -> Envelope? { nil }
    @concurrent func queryStatistics(_ query: StatisticsQuery, using parameters: QueryParameters) async throws -> [Attributes] {
        []
    }
    @concurrent func applyEdits(_ edits: FeatureEdits) async throws -> FeatureEditResults { FeatureEditResults() }
    @concurrent func queryAttachments(ofFeatures objectIDs: [Int]) async throws -> [Int: [AttachmentInfo]] { [:] }
    @concurrent func addAttachment(_ attachment: NewAttachment, toFeature objectID: Int) async throws -> FeatureEditResult {
        FeatureEditResult()
    }
    @concurrent func deleteAttachments(_ ids: [Int], ofFeature objectID: Int) async throws -> [FeatureEditResult] { [] }
    @concurrent func fetchAttachment(_ id: Int, ofFeature objectID: Int, to file: URL) async throws {}
}
