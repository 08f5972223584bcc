import CairnCore

/// What a portal bears of what its users write about an item.
enum ItemLimits {
    /// How many bytes each text may have.
    static let lengths = [
        "title": 256, "snippet": 2048, "description": 65_536, "accessInformation": 65_536, "licenseInfo": 65_536, "url": 2048,
        "tags": 8192, "typeKeywords": 8192, "extent": 1024, "access": 32, "culture": 32,
    ]
    /// What no item is without.
    private static let needed: Set = ["title", "access"]
    static let comment = 4096
    static let comments = 500
    static let groups = 500

    /// Those members that owners may set, by their names.
    ///
    /// - Throws: A failure of code 400 for one that is too long.
    static func members(_ request: ServiceRequest) throws(ServiceFailure) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        // As ArcGIS Online does: what is sent empty is left as it is, unless it is said that it is to be emptied.
        let empties = request["clearEmptyFields"]?.lowercased() == "true"
        for (name, length) in lengths {
            guard let text = request[name] ?? (empties && request.isEmpty(name) && !needed.contains(name) ? "" : nil) else {
                continue
            }
            try expect(text, name, atMost: length)
            members[name] = .string(text)
        }
        return members
    }

    static func expect(_ text: String, _ name: String, atMost length: Int) throws(ServiceFailure) {
        guard text.utf8.count <= length else { throw .invalid(name, "it is longer than \(length) bytes") }
    }

    /// Groups that are named by a request, each once.
    ///
    /// - Throws: A failure of code 400 for too many.
    static func groups(_ request: ServiceRequest) throws(ServiceFailure) -> [String] {
        let ids = request.list("groups").uniqued()
        guard ids.count <= groups else { throw .invalid("groups", "there are more than \(groups)") }
        for id in ids { try expect(id, "groups", atMost: 128) }
        return ids
    }
}
