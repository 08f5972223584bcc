import CairnGeo

/// A feature that has been added as it was sent, and what is to be sent of it now.
struct AddedFeature {
    let sent: SentEdits.Sent
    let ids: FeatureIDs
    /// Whether it had been added before, by a request that was given up and arrived: perhaps with other values.
    let isEarly: Bool
    /// What becomes of the edits before it was deleted.
    let deletedFates: [EditFate]
    /// That of what is to be sent.
    let stamp: Int

    /// What was edited of it before it had its id, below what has been edited of it by that.
    ///
    /// - Parameters:
    ///   - early: The former; nil if it was deleted.
    ///   - late: The latter.
    func rest(_ early: LocalEdits.Entry?, _ late: LocalEdits.Entry?) -> LocalEdits.Entry? {
        var (whole, fates) = (LocalEdits.Change.delete, Array(deletedFates.dropFirst(sent.entry.fates.count)))
        if let early, case .add(let feature) = early.change {
            if !isEarly, early.stamp == sent.entry.stamp { return late }
            // What came before, and with which values, nobody knows.
            (whole, fates) = (.update(feature), isEarly ? early.fates : early.since(sent).fates)
        }
        switch (whole, late?.change) {
        case (_, nil), (.delete, _): break
        case (.update(let before), .update(let after)?): whole = .update(before.changed(by: after))
        case (_, let later?): whole = later
        }
        return LocalEdits.Entry(change: whole, globalID: ids.globalID, stamp: stamp, fates: fates + (late?.fates ?? []))
    }
}
