import Foundation

/// What is half-written, and given up.
extension Job {
    /// Removes what is half-written: of the children that have run here, of others whose kind is known, and of the work itself.
    ///
    /// - Parameter isWanted: Whether it is still to be done: of a job that has been lost meanwhile nothing more is touched.
    nonisolated func discardPartialResults(while isWanted: @Sendable () -> Bool) async {
        let (node, children) = state.read { ($0.node, $0.children) }
        var paths: [(path: [String], node: JobNode)] = []
        node.forEach { paths.append(($0, $1)) }
        for (path, node) in paths.reversed() where isWanted() {
            let discarded = await within(configuration.cancellationTimeout, on: time) {
                if path.isEmpty {
                    await self.work.discardPartialResults(
                        of: self.id, afterStored: node.checkpoint, services: try self.makeServices())
                } else if let child = children[path] {
                    await child.discardPartialResults(node.checkpoint)
                } else if let kinds = self.configuration.kinds {
                    try await kinds.discardPartialResults(of: node, in: self.id)
                }
            }
            guard isWanted() else { return }
            report(discarded, node, left: removePartialFiles(of: node, isOwn: path.isEmpty))
        }
    }

    /// What the record names, and the work has not removed: another version of it has named that, or its kind is not known here. Tells what could
    /// not be removed.
    ///
    /// - Parameter isOwn: Whether the node is that of the job's own work, which may know better whose these are.
    private nonisolated func removePartialFiles(of node: JobNode, isOwn: Bool) -> [String] {
        let foreign = isOwn ? foreignFiles.map(\.path) : []
        return DurableFile.removeUnused(atPaths: node.partialFiles.filter { !foreign.contains($0) })
    }

    private nonisolated func report(_ discarded: Result<Void, any Error>, _ node: JobNode, left files: [String]) {
        if !files.isEmpty {
            post(JobMessage("What is half-written could not be removed: \(files.joined(separator: ", "))", severity: .warning))
        }
        switch discarded {
        case .success, .failure(JobError.unknownKind): break
        case .failure(let error):
            let reason = JobFailure(error).message
            post(JobMessage("What is half-written of \"\(node.kind)\" could not be discarded: \(reason)", severity: .warning))
        }
    }
}
