/// The state of one piece of work in a record: the job's own, or a child's within it.
struct JobNode: Sendable, Hashable {
    var kind: String
    var work: JSONValue
    var checkpoint: JSONValue?
    var serverJobIDs: [String] = []
    /// How much of its own part is done, 0…1.
    var fraction = 0.0
    /// Its share of its parent, 0…1.
    var weight = 1.0
    var children: [String: JobNode] = [:]

    /// How much is done in all, 0…1: each child by its weight, the rest by the node's own fraction.
    var overall: Double {
        let own = max(0, 1 - children.values.reduce(0) { $0 + $1.weight })
        return min(1, children.values.reduce(own * fraction) { $0 + $1.weight * $1.overall })
    }

    subscript(path: ArraySlice<String>) -> JobNode? {
        guard let name = path.first else { return self }
        return children[name]?[path.dropFirst()]
    }

    mutating func update<Result>(at path: ArraySlice<String>, _ change: (inout JobNode) -> Result) -> Result? {
        guard let name = path.first else { return change(&self) }
        return children[name]?.update(at: path.dropFirst(), change)
    }

    /// The paths of all nodes that have jobs on a server, with their ids.
    func serverJobs(at path: [String] = []) -> [(path: [String], node: JobNode)] {
        let own = serverJobIDs.isEmpty ? [] : [(path, self)]
        return children.sorted { $0.key < $1.key }.reduce(own) { $0 + $1.value.serverJobs(at: path + [$1.key]) }
    }
}

extension JobNode {
    init(json: JSONValue) throws {
        guard let kind = json["kind"]?.string, let work = json["work"] else {
            throw JobError.unreadable(file: "The record", reason: "it has no kind or no work")
        }
        self.init(kind: kind, work: work, checkpoint: json["checkpoint"])
        serverJobIDs = json["serverJobIDs"]?.array?.compactMap(\.string) ?? []
        fraction = json["fraction"]?.double ?? 0
        weight = json["weight"]?.double ?? 1
        children = try (json["children"]?.object ?? [:]).mapValues(JobNode.init(json:))
    }

    var json: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "kind": .string(kind), "work": work, "fraction": .number(fraction), "weight": .number(weight),
        ]
        members["checkpoint"] = checkpoint
        if !serverJobIDs.isEmpty { members["serverJobIDs"] = .array(serverJobIDs.map { .string($0) }) }
        if !children.isEmpty { members["children"] = .object(children.mapValues { .object($0.json) }) }
        return members
    }
}
