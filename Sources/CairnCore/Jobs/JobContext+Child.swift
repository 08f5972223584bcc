extension JobContext {
    /// Does other work as part of this one.
    ///
    /// The child has its own checkpoint and server jobs, nested in this job's record under `name`; a resumed parent that
    /// asks for the same child goes on where it was.
    ///
    /// - Parameters:
    ///   - name: Tells this child from the parent's others, and must be the same when the parent runs again.
    ///   - weight: The child's share of the parent's progress, 0…1.
    /// - Throws: What the child's work throws; ``JobError/notStorable(reason:)``.
    @concurrent
    public func child<Child: JobWork>(
        _ work: Child, named name: String, weight: Double, services: Child.Services
    ) async throws -> Child.Output {
        let childPath = path + [name]
        let json = try JobRecord.storable(work)
        host.update(path, wantsSaving: true) { parent in
            if parent.children[name]?.kind == Child.kind { return }
            parent.children[name] = JobNode(kind: Child.kind, work: json, weight: weight)
        }
        host.register(
            ChildWork(
                cancelServerJobs: { try await work.cancelServerJobs($0, services: services) },
                discardPartialResults: { await work.discardPartialResults(services: services) }),
            at: childPath)
        let context = try JobContext<Child>(host: host, path: childPath, services: services)
        let host = host
        let output = try await context.ridingOut {
            try await work.perform(in: try JobContext<Child>(host: host, path: childPath, services: services))
        }
        context.reportProgress(1)
        return output
    }

    /// Does other work, which needs no services, as part of this one.
    @concurrent
    public func child<Child: JobWork>(
        _ work: Child, named name: String, weight: Double
    ) async throws -> Child.Output where Child.Services == Void {
        try await child(work, named: name, weight: weight, services: ())
    }
}
