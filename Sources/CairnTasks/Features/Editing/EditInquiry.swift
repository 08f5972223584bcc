import CairnCore
import CairnGeo
import Foundation

/// Finds out what became of edits whose answer is lost: by the global ids of the features, which their maker has chosen.
struct EditInquiry {
    private static let chunk = 50

    let table: ServiceFeatureTable
    let info: FeatureLayerInfo
    let edits: FeatureEdits

    /// A result for each edit, in their order.
    ///
    /// - Throws: ``EditError`` if that cannot be found out; `CancellationError`.
    func results(after lost: LostAnswer) async throws -> FeatureEditResults {
        let found: FeatureEditResults?
        do { found = try await results() } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw lost.unknown()
        }
        guard let results = found else { throw lost.unknown() }
        let undone = results.all.count { !$0.isSuccess }
        if undone == 0 { return results }
        let isContradiction = edits.rollsBackOnFailure && undone < results.all.count
        if lost.isPerhapsUnderWay || isContradiction {
            throw lost.unknown("Of \(results.all.count) edits \(undone) are not there.")
        }
        return results
    }

    /// What is done by now, and what is not, for each edit; nil if that cannot be found out.
    func results() async throws -> FeatureEditResults? {
        guard edits.usesGlobalIDs, let field = info.globalIDField, let ids = keys(field) else { return nil }
        let there = try await features(ids.all, field)
        return FeatureEditResults(
            adds: ids.adds.map { result($0, isDone: there[$0] != nil, there) },
            updates: zip(ids.updates, edits.updates).map { result($0, isDone: hasCome($1, to: there[$0], but: field), there) },
            deletes: ids.deletes.map { result($0, isDone: there[$0] == nil, there) })
    }

    private struct Keys {
        var (adds, updates, deletes): ([UUID], [UUID], [UUID])
        var all: [UUID] { adds + updates + deletes }
    }

    /// The global ids; nil if one is missing, or none.
    private func keys(_ field: String) -> Keys? {
        let adds = edits.adds.compactMap { UUID(globalID: $0.attributes[field]?.string) }
        let updates = edits.updates.compactMap { UUID(globalID: $0.attributes[field]?.string) }
        let deletes = edits.deletedGlobalIDs.compactMap { UUID(globalID: $0) }
        guard (adds.count, updates.count, deletes.count) == (edits.adds.count, edits.updates.count, edits.deletedGlobalIDs.count)
        else { return nil }
        let keys = Keys(adds: adds, updates: updates, deletes: deletes)
        // Of a feature that is added and deleted at once nothing can be found out.
        return Set(keys.all).count == keys.all.count ? keys : nil
    }

    private func features(_ ids: [UUID], _ field: String) async throws -> [UUID: Feature] {
        var there: [UUID: Feature] = [:]
        for start in stride(from: 0, to: ids.count, by: Self.chunk) {
            // Services differ in how they write them.
            let texts = ids[start..<min(start + Self.chunk, ids.count)].flatMap { id in
                ["'{\(id.uuidString)}'", "'\(id.uuidString)'", "'\(id.uuidString.lowercased())'"]
            }
            var parameters = QueryParameters(whereClause: "\(field) IN (\(texts.joined(separator: ",")))")
            parameters.outSpatialReference = edits.updates.lazy.compactMap { $0.geometry?.spatialReference }.first
            for try await feature in try await table.queryFeatures(using: parameters) {
                if let id = UUID(globalID: feature.attributes[field]?.string) { there[id] = feature }
            }
        }
        return there
    }

    private func result(_ id: UUID, isDone: Bool, _ there: [UUID: Feature]) -> FeatureEditResult {
        let feature = there[id]
        var result = FeatureEditResult(
            objectID: info.objectIDField.flatMap { feature?.objectID($0) },
            globalID: info.globalIDField.flatMap { feature?.attributes[$0]?.string } ?? id.uuidString)
        if !isDone {
            result.error = FeatureEditError(
                code: 0, description: "The answer to the edit was lost, and what it should do is not done.")
        }
        return result
    }

    /// Whether a feature is as it should become.
    private func hasCome(_ wanted: Feature, to feature: Feature?, but field: String) -> Bool {
        guard let feature else { return false }
        let names = wanted.attributes.names.filter { $0 != field && $0 != info.objectIDField }
        let isSame = names.allSatisfy { name in
            guard let now = feature.attributes[name], let then = wanted.attributes[name] else { return false }
            return now == then || now.esriJSON == then.esriJSON || now.double != nil && now.double == then.double
        }
        guard isSame, let geometry = wanted.geometry else { return isSame }
        guard let now = feature.geometry else { return false }
        let (old, new) = (geometry.positions, now.positions)
        return old.count == new.count && zip(old, new).allSatisfy(Self.isNear)
    }

    /// Services keep coordinates on a grid.
    private static func isNear(_ one: Position, _ other: Position) -> Bool {
        func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= 1e-7 * max(1, abs(one)) }
        return isNear(one.x, other.x) && isNear(one.y, other.y)
    }
}
