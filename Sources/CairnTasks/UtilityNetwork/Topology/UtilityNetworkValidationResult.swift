import CairnCore
public import Foundation

/// How a network is after its topology was validated.
public struct UtilityNetworkValidationResult: Sendable, Hashable, Codable {
    /// Whether there are edits left that could not be validated; nil if the service does not say, as newer ones do not: ask for
    /// ``UtilityNetwork/state``.
    public var hasDirtyAreas: Bool?
    /// Whether some parts turned out not to be as the network's rules want them.
    public var hasErrors: Bool
    /// When it was validated; nil if the service does not say.
    public var moment: Date?
    /// Whether all of the network was made anew.
    public var isFullUpdate: Bool

    /// How a network is.
    ///
    /// - Parameters:
    ///   - hasDirtyAreas: Whether there are edits left that could not be validated.
    ///   - hasErrors: Whether some parts are not as the network's rules want them.
    ///   - moment: When it was validated.
    ///   - isFullUpdate: Whether all of the network was made anew.
    public init(hasDirtyAreas: Bool? = nil, hasErrors: Bool, moment: Date? = nil, isFullUpdate: Bool = false) {
        (self.hasDirtyAreas, self.hasErrors) = (hasDirtyAreas, hasErrors)
        (self.moment, self.isFullUpdate) = (moment, isFullUpdate)
    }

    init(_ part: AnswerPart) throws {
        hasErrors = try part.required("validateErrorsCreated").flag()
        hasDirtyAreas = try part.optional("dirtyAreaCount").map { try $0.number() > 0 }
        moment = try part.optional("moment")?.milliseconds()
        isFullUpdate = try part.optional("fullUpdate")?.flag() ?? false
    }
}
