import CairnGeo

/// What is sent at once.
struct SentEdits: Sendable {
    struct Sent: Sendable {
        let id: Int
        let entry: LocalEdits.Entry
    }

    var adds: [Sent] = []
    var updates: [Sent] = []
    var deletes: [Sent] = []
    /// Changes of features that the service does not have any more: they are told of, and not sent. Deletes of them are done.
    var missing: [Sent] = []
    var edits = FeatureEdits(rollsBackOnFailure: false)
    var attachments: [AttachmentEdit] = []

    var isEmpty: Bool { edits.isEmpty && adds.isEmpty && updates.isEmpty && deletes.isEmpty && attachments.isEmpty }
}

extension SentEdits {
    /// Whether it can be found out what became of it if nobody tells: by global ids, or of what is deleted.
    var canBeFound: Bool { edits.usesGlobalIDs || !deletes.isEmpty }

    var withoutAttachments: SentEdits {
        var sent = self
        sent.attachments = []
        return sent
    }

    /// What asks for some of the features that are added, and of those that are deleted, by their global ids.
    func inquiry(adds places: [Int], deletes: [Int]) -> FeatureEdits {
        FeatureEdits(
            adds: places.map { edits.adds[$0] }, deletedGlobalIDs: deletes.map { edits.deletedGlobalIDs[$0] },
            usesGlobalIDs: true, rollsBackOnFailure: false)
    }

    /// Some of the features that are added, by their global ids, and nothing else.
    func adds(at places: [Int]) -> SentEdits {
        var sent = SentEdits()
        sent.adds = places.map { adds[$0] }
        sent.edits = inquiry(adds: places, deletes: [])
        return sent
    }

    var features: [Sent] { adds + updates + deletes }

    /// Tells features apart by their object ids, as other tables do that are sent with it.
    mutating func useObjectIDs(_ definition: FeatureTableDefinition) {
        edits = featureEdits(definition, takesGlobalIDs: false)
    }

    /// By global ids if all are known: what becomes of those is found out even if the answer is lost.
    func featureEdits(_ definition: FeatureTableDefinition, takesGlobalIDs: Bool) -> FeatureEdits {
        let all = adds + updates + deletes
        let field = takesGlobalIDs && all.allSatisfy { $0.entry.globalID != nil } ? definition.globalIDField : nil
        func feature(_ one: Sent) -> Feature? {
            switch one.entry.change {
            case .add(let feature): feature
            case .update(let feature):
                if let field, let id = one.entry.globalID {
                    feature.naming(field, .string(id))
                } else {
                    feature.naming(definition.objectIDField, .integer(one.id))
                }
            case .delete: nil
            }
        }
        return FeatureEdits(
            adds: adds.compactMap(feature), updates: updates.compactMap(feature),
            deletedObjectIDs: field == nil ? deletes.map(\.id) : [],
            deletedGlobalIDs: field == nil ? [] : deletes.compactMap(\.entry.globalID), usesGlobalIDs: field != nil,
            rollsBackOnFailure: false)
    }
}

extension Feature {
    fileprivate func naming(_ field: String, _ value: AttributeValue) -> Feature {
        changed(by: Feature(attributes: [field: value]))
    }
}
