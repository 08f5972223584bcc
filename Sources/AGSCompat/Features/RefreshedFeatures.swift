import CairnGeo
import CairnTasks

/// What a service has of features that were asked for.
struct RefreshedFeatures: Sendable {
    /// By the object ids by which they were asked for, with what was edited of them here.
    var found: [Int: BroughtFeature] = [:]
    /// The ids of those that it does not have any more.
    var gone: Set<Int> = []
    /// The question that has told so.
    let question: Int
}

extension LocallyEditedTable {
    /// As the service has them, with what was edited of them here.
    @concurrent
    func wholeFeatures(_ objectIDs: [Int]) async throws -> [Int: BroughtFeature] {
        try await features(objectIDs) { _, refreshed in refreshed.found }
    }

    /// The same; what was edited of those that the service does not have any more is forgotten.
    @concurrent
    func refreshedFeatures(_ objectIDs: [Int]) async throws -> RefreshedFeatures {
        try await features(objectIDs) { edits, refreshed in
            for id in refreshed.gone { edits.forgetGone(edits.currentIDs(of: id).objectID, question: refreshed.question) }
            return refreshed
        }
    }

    /// - Parameter finish: Takes what was found, under the lock of the edits.
    private func features<Value: Sendable>(
        _ objectIDs: [Int], _ finish: (inout LocalEdits, RefreshedFeatures) -> Value
    ) async throws -> Value {
        let idField = try await service.definition().objectIDField
        return try await settled { (edits) -> (features: [Feature], gone: Set<Int>, question: Int) in
            let question = BroughtFeature.nextQuestion()
            // One with a negative id was added here, and not sent.
            let wanted = Set(objectIDs.map { edits.currentIDs(of: $0).objectID }.filter { $0 >= 0 })
            if wanted.isEmpty { return ([], [], question) }
            let features = try await service.queryFeatures(using: QueryParameters(objectIDs: wanted.sorted())).featureSet()
                .features
            let gone = wanted.subtracting(FeatureSet(features: features).byObjectID(idField).keys)
            try await expectGone(gone)
            return (features, gone, question)
        } _: { edits, answer in
            let here = FeatureSet(features: edits.edited(answer.features, idField: idField)).byObjectID(idField)
            var refreshed = RefreshedFeatures(question: answer.question)
            edits.brought.renew(answer.features, idField: idField, question: answer.question)
            for id in Set(objectIDs) {
                let current = edits.currentIDs(of: id).objectID
                refreshed.found[id] = here[current].map { BroughtFeature(feature: $0, question: answer.question) }
                if answer.gone.contains(current) { refreshed.gone.insert(id) }
            }
            return finish(&edits, refreshed)
        }
    }

    /// A service that leaves features out of an answer counts them all the same.
    ///
    /// - Throws: If it counts any of those that it has not given.
    private func expectGone(_ ids: Set<Int>) async throws {
        if ids.isEmpty { return }
        let count = try await service.queryFeatureCount(using: QueryParameters(objectIDs: ids.sorted()))
        if count == 0 { return }
        let list = ids.sorted().prefix(5).map(String.init).joined(separator: ", ") + (ids.count > 5 ? ", …" : "")
        throw AGSError.runtime(
            .commonIllegalState,
            "The service of \(knownDefinition?.name ?? "the table") has left features out of its answer (\(list)), and counts \(count) of these: "
                + "nobody knows which are there. All stay as they are here, with their edits. Ask again, for fewer of them at a time."
        )
    }
}
