import CairnCore
public import Foundation

/// A trace that somebody has set up in a network under a name.
public struct UtilityNamedTraceConfiguration: Sendable, Hashable, Codable {
    /// How many starting locations it needs.
    public enum MinimumStartingLocations: String, Sendable, Codable, CaseIterable {
        /// None: it names a subnetwork.
        case none
        /// One.
        case one
        /// Two or more.
        case many
    }

    /// What tells it from all others.
    public var globalID: UUID
    /// Its name.
    public var name: String
    /// What it is for.
    public var description: String
    /// Who has set it up.
    public var creator: String
    /// When; nil if the service does not tell.
    public var creationDate: Date?
    /// Words by which it is found.
    public var tags: [String]
    /// What it looks for.
    public var traceType: UtilityTraceType
    /// How it goes; nil if the service does not tell.
    public var traceConfiguration: UtilityTraceConfiguration?
    /// What it gives.
    public var resultTypes: [UtilityTraceResultType]
    /// How many starting locations it needs; nil if the service does not tell.
    public var minimumStartingLocations: MinimumStartingLocations?

    /// A trace under a name.
    ///
    /// - Parameters:
    ///   - globalID: What tells it from all others.
    ///   - name: Its name.
    ///   - traceType: What it looks for.
    ///   - traceConfiguration: How it goes.
    public init(
        globalID: UUID, name: String, traceType: UtilityTraceType, traceConfiguration: UtilityTraceConfiguration? = nil
    ) {
        (self.globalID, self.name) = (globalID, name)
        (self.traceType, self.traceConfiguration) = (traceType, traceConfiguration)
        (description, creator, creationDate) = ("", "", nil)
        (tags, resultTypes, minimumStartingLocations) = ([], [], nil)
    }

    init(_ part: AnswerPart) throws {
        self.init(
            globalID: try part.required("globalId").globalID(), name: try part.required("name").filledText(),
            traceType: UtilityTraceType(rawValue: try part.required("traceType").filledText()),
            traceConfiguration: try part.optional("traceConfiguration").map(UtilityTraceConfiguration.init))
        description = try part.words("description") ?? ""
        creator = try part.words("creator") ?? ""
        creationDate = try part.optional("creationDate")?.milliseconds()
        tags = try part.optional("tags")?.list().map { try $0.text() } ?? []
        resultTypes = try part.optional("resultTypes")?.list().compactMap(UtilityTraceResultType.init) ?? []
        if traceConfiguration?.functions.isEmpty == false {
            if resultTypes.isEmpty { resultTypes = [.elements] }
            resultTypes.append(.functionOutputs)
        }
        minimumStartingLocations = try part.optional("minNumStartingPoints").map { part in
            guard let count = MinimumStartingLocations(rawValue: try part.text().lowercased()) else {
                throw part.refusal("is neither none, one nor many")
            }
            return count
        }
    }

    var fewestStartingLocations: Int {
        switch minimumStartingLocations {
        case .one: 1
        case .many: 2
        default: 0
        }
    }
}
