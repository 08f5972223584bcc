import Foundation

/// The state of one piece of work in a record: the job's own, or a child's within it.
struct JobNode: Sendable, Hashable {
    var kind: String
    /// The version of the work's parameters and checkpoint.
    var version: Int
    var work: JSONValue
    var checkpoint: JSONValue?
    var serverJobIDs: [String] = []
    /// When the newest of the server jobs was submitted, by this machine's clock.
    var submitted: Date?
    /// Files that are half-written, by path.
    var partialFiles: [String] = []
    /// For how long, in seconds, an operation had been without a good answer while the job ran.
    var outageSeconds = 0.0
    /// How much of its own part is done, 0…1.
    var fraction = 0.0
    /// Its share of its parent, 0…1.
    var weight = 1.0
    private(set) var children: [String: JobNode] = [:]
    private var sums = Sums()

    init(kind: String, version: Int = 1, work: JSONValue, checkpoint: JSONValue? = nil, weight: Double = 1) {
        self.kind = kind
        self.version = version
        self.work = work
        self.checkpoint = checkpoint
        self.weight = weight
    }

    /// The sum of the children's weights, and of what they have contributed, kept so that one child's step costs the same however many
    /// there are. They say nothing that the children do not, and have no part in comparing.
    private struct Sums: Sendable, Hashable {
        var weight = 0.0
        var done = 0.0

        static func == (_: Sums, _: Sums) -> Bool { true }
        func hash(into _: inout Hasher) {}
    }

    /// How much is done in all, 0…1: each child by its weight, the rest by the node's own fraction.
    var overall: Double { min(1, max(0, 1 - sums.weight) * fraction + sums.done) }

    /// The sum of the children's shares.
    var childrenWeight: Double { sums.weight }

    private var contribution: Double { weight * overall }

    subscript(path: ArraySlice<String>) -> JobNode? {
        guard let name = path.first else { return self }
        return children[name]?[path.dropFirst()]
    }

    mutating func update<Result>(at path: ArraySlice<String>, _ change: (inout JobNode) -> Result) -> Result? {
        guard let name = path.first else { return change(&self) }
        guard let before = children[name]?.contribution else { return nil }
        let result = children[name]?.update(at: path.dropFirst(), change)
        sums.done += (children[name]?.contribution ?? 0) - before
        return result
    }

    mutating func setChild(_ child: JobNode, named name: String) {
        let old = children.updateValue(child, forKey: name)
        sums.weight += child.weight - (old?.weight ?? 0)
        sums.done += child.contribution - (old?.contribution ?? 0)
    }

    mutating func dropWeight(of name: String) {
        guard var child = children[name] else { return }
        child.weight = 0
        setChild(child, named: name)
    }

    /// Names what is half-written now; what an earlier version of the work has named may be there, too.
    mutating func name(partialFiles files: [String]) {
        partialFiles = files + partialFiles.filter { !files.contains($0) }
    }

    /// Nothing is half-written any more.
    mutating func forgetPartialFiles() {
        partialFiles = []
        for name in children.keys { children[name]?.forgetPartialFiles() }
    }

    /// Changes every child, though not how much it counts.
    mutating func mapChildren<Failure: Error>(_ change: (inout JobNode) throws(Failure) -> Void) throws(Failure) {
        for name in children.keys.sorted() {
            guard var child = children[name] else { continue }
            try change(&child)
            children[name] = child
        }
    }

    /// Visits this node and all below it, with their paths.
    func forEach(at path: [String] = [], _ visit: ([String], JobNode) -> Void) {
        visit(path, self)
        for (name, child) in children.sorted(by: { $0.key < $1.key }) { child.forEach(at: path + [name], visit) }
    }

    /// The paths of all nodes that have jobs on a server, with their ids.
    func serverJobs() -> [(path: [String], node: JobNode)] {
        var jobs: [(path: [String], node: JobNode)] = []
        forEach { path, node in
            if !node.serverJobIDs.isEmpty { jobs.append((path, node)) }
        }
        return jobs
    }
}

extension JobNode {
    init(_ members: RecordMembers, depth: Int = 0) throws(JobError) {
        guard depth <= JobRecord.maximumChildDepth else {
            let place = RecordMembers.place(Array(members.path.prefix(2)))
            throw RecordMembers.unreadable("child work in its \(place) is nested deeper than \(JobRecord.maximumChildDepth)")
        }
        let kind = try members.text("kind")
        guard let work = try members.value("work") else { throw members.missing("work") }
        self.init(
            kind: kind, version: try members.whole("version", in: JobRecord.versionRange) ?? 1, work: work,
            checkpoint: try members.value("checkpoint"))
        serverJobIDs = try members.texts("serverJobIDs") ?? []
        fraction = try members.number("fraction", in: JobRecord.shareRange) ?? 0
        weight = try members.number("weight", in: JobRecord.shareRange) ?? 1
        outageSeconds = try members.number("outageSeconds", in: JobRecord.outageRange) ?? 0
        submitted = try members.date("submitted")
        partialFiles = try members.texts("partialFiles") ?? []
        for (name, child) in try members.object("children") ?? [:] {
            let child = try RecordMembers(child, at: members.path + ["children", name])
            setChild(try JobNode(child, depth: depth + 1), named: name)
        }
    }

    /// Refuses child work at `path` that no record could be read back with.
    static func checkNesting(_ path: [String]) throws(JobError) {
        guard path.count <= JobRecord.maximumChildDepth else {
            throw .notStorable(reason: "child work nested deeper than \(JobRecord.maximumChildDepth)")
        }
    }

    var json: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "kind": .string(kind), "work": work, "fraction": .number(fraction.clamped(to: JobRecord.shareRange)),
            "weight": .number(weight.clamped(to: JobRecord.shareRange)),
        ]
        members["checkpoint"] = checkpoint
        if version != 1 { members["version"] = .integer(version) }
        members["submitted"] = submitted.map { JSONValue(milliseconds: $0.asRecorded) }
        if !partialFiles.isEmpty { members["partialFiles"] = .array(partialFiles.map { .string($0) }) }
        if outageSeconds > 0 { members["outageSeconds"] = .number(outageSeconds.clamped(to: JobRecord.outageRange)) }
        if !serverJobIDs.isEmpty { members["serverJobIDs"] = .array(serverJobIDs.map { .string($0) }) }
        if !children.isEmpty { members["children"] = .object(children.mapValues { .object($0.json) }) }
        return members
    }
}
