import CairnCore
import CairnGeo
import Foundation

/// Finds out whether a service has sent all that it was asked for.
struct GeneratedCopy {
    private let file: ReplicaFile
    private let plan: GeneratePlan
    private let service: ReplicaService

    init(_ file: ReplicaFile, _ plan: GeneratePlan, _ service: ReplicaService) {
        (self.file, self.plan, self.service) = (file, plan, service)
    }

    /// Layers without features may be left out: of each that is, the service is asked whether it has any.
    ///
    /// - Parameter ridingOut: Does it again while the service is not to be reached.
    /// - Throws: `ReplicaObjection` if something is missing, or would be lost; what the service throws.
    func expectComplete(_ ridingOut: (@escaping @Sendable () async throws -> Int) async throws -> Int) async throws {
        if let reason = file.objection(layers: Set(plan.tables.keys)) { throw ReplicaObjection(reason) }
        guard file.hasParts else { throw ReplicaObjection("it has no layers") }
        for option in plan.options where option.queryOption != .none && !file.listedLayers.contains(option.layerID) {
            let (client, form) = (service.client, form(option))
            let count = try await ridingOut {
                let url = client.url.appending(path: "\(option.layerID)/query")
                let json = try await client.ask("\(option.layerID)/query", form)
                return try AnswerPart(json, of: url).required("count").wholeNumber()
            }
            if count > 0 { throw ReplicaObjection("layer \(option.layerID) is missing, which has \(count) features") }
        }
    }

    private func form(_ option: GenerateLayerOption) -> [String: String] {
        var form = ["returnCountOnly": "true", "where": "1=1"]
        guard option.queryOption == .filter else { return form }
        if !option.whereClause.isEmpty { form["where"] = option.whereClause }
        if option.usesGeometry { form.merge(plan.area) { $1 } }
        return form
    }
}
