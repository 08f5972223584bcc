import CairnCore
public import CairnGeo
public import Foundation

extension GeodatabaseSyncTask {
    /// Writes the local edits of a geodatabase into a file, to be brought to the service by another way; they stay local edits.
    ///
    /// The file is JSON, as services take it: `{"replicaID":…,"replicaName":…,"edits":[{"id":0,"features":{"adds":[…],"updates":[…],"deleteIds":[…]},…}]}`.
    /// Features are told by their global ids, files that are attached stand in it in base64, those that the copy does not send, too.
    ///
    /// - Returns: Whether there were any; if not, nothing is written.
    /// - Throws: ``SyncError/noReplica(path:)``; `GeodatabaseError`, `DatabaseError`, `SystemError`.
    @concurrent
    @discardableResult
    public static func exportDelta(of geodatabase: Geodatabase, to file: URL) async throws -> Bool {
        let partial = URL(filePath: file.path + ".partial")
        defer { try? FileManager.default.removeItem(at: partial) }
        let hasChanges = try await geodatabase.editReplica { replica in
            let edits = try EditsFile(form: nil, plain: partial, head: SyncDelta.head(of: replica.replica))
            guard try replica.hasChanges else { return false }
            try replica.writeChanges { try edits.write($0) }
            try edits.finish(tail: SyncDelta.tail)
            return true
        }
        guard let hasChanges else { throw SyncError.noReplica(path: geodatabase.url.path) }
        if hasChanges { try DurableFile.rename(partial.path, to: file) }
        return hasChanges
    }

    /// Takes over a file of edits that comes from the service, such as ``SyncResult/downloadDeltaURL`` of another copy of the same geodatabase.
    ///
    /// What was edited here stays as it is, as in a sync.
    ///
    /// - Returns: What it has come to for each layer.
    /// - Throws: ``SyncError/wrongDelta(path:reason:)``, ``SyncError/noReplica(path:)``; `GeodatabaseError`, `DatabaseError`, `SystemError`.
    @concurrent
    @discardableResult
    public static func importDelta(_ file: URL, into geodatabase: Geodatabase) async throws -> [SyncLayerResult] {
        let delta: ReplicaFile
        do { delta = try ReplicaFile(file) } catch let error where error is JSONSyntaxError || error is GeometryError {
            throw SyncError.wrongDelta(path: file.path, reason: "it cannot be read (\(error.words))")
        }
        let results = try await geodatabase.editReplica { editing in
            let replica = editing.replica
            if let id = delta.member("replicaID")?.string, id.caseInsensitiveCompare(replica.id) != .orderedSame {
                throw SyncError.wrongDelta(path: file.path, reason: "it is one of another geodatabase")
            }
            let layers = Set(replica.layers.map(\.id))
            guard delta.layerIDs.values.allSatisfy({ layers.contains($0) }) else {
                throw SyncError.wrongDelta(path: file.path, reason: "it has edits of layers that the geodatabase does not have")
            }
            guard try editing.upload == nil else {
                throw SyncError.wrongDelta(
                    path: file.path, reason: "a sync of the geodatabase has not come to its end; sync it first")
            }
            let outcomes = try ReplicaTaking(editing, delta).run(layers: layers, downloads: layers)
            try editing.write(replica.advanced(to: delta, nil, layers: layers))
            return outcomes.map(SyncLayerResult.init)
        }
        guard let results else { throw SyncError.noReplica(path: geodatabase.url.path) }
        return results
    }
}
