import Foundation

extension JobContext {
    /// Does other work as part of this one.
    ///
    /// The child has its own checkpoint and server jobs, nested in this job's record under `name`; a resumed parent that
    /// asks for the same child goes on where it was.
    ///
    /// - Parameters:
    ///   - work: What the child does.
    ///   - name: Tells this child from the parent's others, and must be the same when the parent runs again.
    ///   - weight: The child's share of the parent's progress, 0…1; those of all children add up to 1 at most.
    ///   - services: What the child needs and cannot be stored.
    /// - Throws: What the child's work throws; ``JobError/notStorable(reason:)``; ``JobError/childMismatch(name:reason:)`` if the name, or
    ///   the weight, does not fit; ``JobError/newerWork(kind:found:supported:)``, ``JobError/notMigratable(kind:from:reason:)`` and
    ///   ``JobError/unreadable(file:reason:)`` if the child's checkpoint is one that this program cannot go on with.
    @concurrent
    public func child<Child: JobWork>(
        _ work: Child, named name: String, weight: Double, services: Child.Services
    ) async throws -> Child.Output {
        let childPath = path + [name]
        try JobNode.checkNesting(childPath)
        let node = JobNode(kind: Child.kind, version: Child.version, work: try JobRecord.storable(work), weight: weight)
        let undoing = ChildWork(
            cancelServerJobs: { try await work.cancelServerJobs($0, afterStored: $1, services: services) },
            unknownServerJobs: { work.unknownServerJobs(afterStored: $0) },
            discardPartialResults: { [jobID] in
                await work.discardPartialResults(of: jobID, afterStored: $0, services: services)
            })
        guard host.enter(childPath, undoing) else {
            throw JobError.childMismatch(name: name, reason: "it is under way already")
        }
        defer { host.leave(childPath) }
        try enroll(node, of: Child.self, named: name, files: work.partialFiles.map(\.path))
        let host = host
        let output = try await host.ridingOut(OutageClocks.Operation(path: childPath), Child.transience(of:)) {
            try await work.perform(in: try JobContext<Child>(host: host, path: childPath, services: services))
        }
        host.change(childPath, wantsSaving: false) { $0.fraction = 1 }
        return output
    }

    /// Does other work, which needs no services, as part of this one.
    @concurrent
    public func child<Child: JobWork>(
        _ work: Child, named name: String, weight: Double
    ) async throws -> Child.Output where Child.Services == Void {
        try await child(work, named: name, weight: weight, services: ())
    }

    /// Cancels what a child has servers do: one that has failed, and will not be run again.
    ///
    /// - Parameter name: The child's name.
    /// - Returns: The ids of the servers' jobs that are not known to be cancelled; none for a child that there is not.
    @concurrent
    public func cancelServerJobs(ofChildNamed name: String) async -> [String] {
        await host.cancelServerJobs(ofChildAt: path + [name])
    }

    /// Finds the child's place in the record, or makes it. What the store has of a child is nothing to save anew.
    private func enroll<Child: JobWork>(
        _ child: JobNode, of type: Child.Type, named name: String, files: [String]
    ) throws(JobError) {
        // Migrated before the lock is taken: it is the work's own code. Nobody else changes the node of a child that is entered.
        let old = host.node(at: path + [name])
        var node = try old?.migrated(to: type, asking: child, named: name) ?? child
        (node.work, node.weight) = (child.work, child.weight)
        node.name(partialFiles: files)
        let enrolled = node
        let (host, path) = (host, path)
        let outcome = host.change(path, wantsSaving: false) { parent -> Result<Void, JobError> in
            Result { () throws(JobError) in
                try parent.makeRoom(for: enrolled, named: name) { host.enrolled.contains(path + [$0]) }
                host.enrolled.insert(path + [name])
                parent.setChild(enrolled, named: name)
            }
        }
        try outcome?.get()
    }
}

extension JobNode {
    /// What is in the record of a child, if it is what is asked for.
    fileprivate func migrated<Child: JobWork>(
        to type: Child.Type, asking child: JobNode, named name: String
    ) throws(JobError) -> JobNode {
        guard kind == child.kind else {
            throw .childMismatch(name: name, reason: "it has been used for work of the kind \"\(kind)\"")
        }
        guard version != child.version || work == child.work || work(asReadBy: type) == child.work else {
            throw .childMismatch(name: name, reason: "it has been used for work with other parameters")
        }
        return try migrated(to: type)
    }

    /// The parameters with what has been added to their type since, and has a default.
    private func work<Child: JobWork>(asReadBy type: Child.Type) -> JSONValue? {
        try? JobRecord.storable(work.decode(type))
    }

    /// Children of an earlier run that this one has not come to give their shares up if they are in the way.
    fileprivate mutating func makeRoom(for child: JobNode, named name: String, _ isWanted: (String) -> Bool) throws(JobError) {
        guard (0...1).contains(child.weight) else {
            throw .childMismatch(name: name, reason: "its weight is \(child.weight), and must be in 0…1")
        }
        if sum(with: child, named: name) > Self.maximumSum {
            for left in children.keys where left != name && !isWanted(left) { dropWeight(of: left) }
        }
        let sum = sum(with: child, named: name)
        guard sum <= Self.maximumSum else {
            throw .childMismatch(
                name: name, reason: "with its weight of \(child.weight) the children's add up to \(sum), more than 1")
        }
    }

    /// Ten tenths are a little more than one.
    private static var maximumSum: Double { 1 + 1e-6 }

    private func sum(with child: JobNode, named name: String) -> Double {
        childrenWeight - (children[name]?.weight ?? 0) + child.weight
    }
}
