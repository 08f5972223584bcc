import CairnCore
import CairnGeo

extension ReplicaInfo {
    /// What is to be said against taking an answer over into this copy; nil if nothing would be lost.
    ///
    /// - Parameter layers: Those whose changes were asked for.
    func objection(to file: ReplicaFile, _ answer: ReplicaAnswer?, layers: Set<Int>) -> String? {
        if let objection = file.objection(layers: Set(self.layers.map(\.id))) { return objection }
        for other in [file.member("replicaID")?.string, answer?.replicaID].compactMap(\.self) where !GlobalID.areSame(other, id) {
            return "it is of another copy, \(other.printable(upTo: 60))"
        }
        let kind = file.member("responseType")?.string ?? answer?.responseType ?? ""
        if kind.lowercased().hasSuffix("replacementdata") { return "it holds all anew, which was not asked for" }
        let isNamed = file.hasParts || file.member("responseType")?.string == "esriReplicaResponseTypeNoEdits"
        if !layers.isEmpty, !isNamed { return "it does not say what has changed" }
        return regress(file, answer, layers)
    }

    /// Generations do not go back.
    private func regress(_ file: ReplicaFile, _ answer: ReplicaAnswer?, _ layers: Set<Int>) -> String? {
        let next = advanced(to: file, answer, layers: layers)
        let pairs = [(generation, next.generation)] + zip(self.layers, next.layers).map { ($0.generation, $1.generation) }
        for case (let old?, let new?) in pairs where ReplicaFile.isBehind(new, old) {
            return "its generation \(new.printable(upTo: 40)) is before \(old.printable(upTo: 40)), which the copy has"
        }
        return nil
    }

    /// The same in step with what a service has answered; what has only been sent there leaves it where it was.
    func advanced(to file: ReplicaFile, _ answer: ReplicaAnswer?, layers: Set<Int>) -> ReplicaInfo {
        var replica = self
        if layers.isEmpty { return replica }
        if syncModel == .geodatabase { replica.generation = file.generation ?? answer?.generation ?? generation }
        let generations = (answer?.layerGenerations ?? [:]).merging(file.layerGenerations) { $1 }
        guard syncModel == .layer else { return replica }
        for index in replica.layers.indices where layers.contains(replica.layers[index].id) {
            replica.layers[index].generation = generations[replica.layers[index].id] ?? replica.layers[index].generation
        }
        return replica
    }

    /// The same with which way its edits go, as the service says of the copy, where that is not known here.
    func directed(by details: JSONValue) -> ReplicaInfo {
        var replica = self
        replica.sendsEdits = sendsEdits ?? SyncDirection(named: details["syncDirection"])?.includesUpload
        replica.sendsAttachments = sendsAttachments ?? SyncDirection(named: details["attachmentsSyncDirection"])?.includesUpload
        return replica
    }
}

extension SyncDirection {
    /// Some services write the kind of thing before the word, as in `esriSyncDirectionUpload`.
    fileprivate init?(named json: JSONValue?) {
        let name = json?.string?.lowercased() ?? ""
        guard let known = Self.allCases.first(where: { name.hasSuffix($0.rawValue) }) else { return nil }
        self = known
    }
}
