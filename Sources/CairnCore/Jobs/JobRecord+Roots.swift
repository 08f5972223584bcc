extension JobRecord {
    /// The record as JSON, with the files below `roots` named by their places there.
    public func json(relativeTo roots: FileRoots) -> JSONValue {
        var record = self
        record.node.mapTexts(roots.relative)
        return record.json
    }

    /// Reads a record that was written with roots.
    ///
    /// - Throws: ``JobError/newerFormat(found:supported:)``; ``JobError/unreadable(file:reason:)``, also for a root that is not among `roots`.
    public init(json: JSONValue, roots: FileRoots) throws(JobError) {
        try self.init(json: json)
        try node.mapTexts { (text) throws(JobError) in try roots.absolute(text) }
    }
}

extension JobNode {
    /// Changes every text in which the work may have named a file, here and in the children.
    fileprivate mutating func mapTexts<Failure: Error>(_ change: (String) throws(Failure) -> String) throws(Failure) {
        work = try work.mapTexts(change)
        if let checkpoint { self.checkpoint = try checkpoint.mapTexts(change) }
        for index in partialFiles.indices { partialFiles[index] = try change(partialFiles[index]) }
        try mapChildren { (child) throws(Failure) in try child.mapTexts(change) }
    }
}

extension JSONValue {
    fileprivate func mapTexts<Failure: Error>(_ change: (String) throws(Failure) -> String) throws(Failure) -> JSONValue {
        switch self {
        case .string(let text): return .string(try change(text))
        case .array(var elements):
            for index in elements.indices where elements[index].mayHoldTexts {
                elements[index] = try elements[index].mapTexts(change)
            }
            return .array(elements)
        case .object(var members):
            for (name, member) in members where member.mayHoldTexts { members[name] = try member.mapTexts(change) }
            return .object(members)
        default: return self
        }
    }

    private var mayHoldTexts: Bool {
        switch self {
        case .string, .array, .object: true
        default: false
        }
    }
}
