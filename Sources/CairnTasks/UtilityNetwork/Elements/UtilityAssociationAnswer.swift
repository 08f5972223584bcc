import CairnCore
import CairnGeo
import Foundation

/// What a service says of an association: of its ends not more than which features they are.
struct UtilityAssociationAnswer {
    struct End: Hashable {
        let sourceID: Int
        let globalID: UUID
        let terminalID: Int?
    }

    let (from, to): (End, End)
    private let globalID: UUID?
    private let type: UtilityAssociationType
    private let fraction: Double?
    private let isVisible: Bool?
    private let geometry: Geometry?

    /// - Parameter reference: What coordinates mean that do not say so themselves.
    init(_ part: AnswerPart, _ reference: SpatialReference?) throws {
        globalID = try part.optional("globalId")?.globalID()
        type = try UtilityAssociationType(part.required("associationType"))
        (from, to) = (try Self.end("from", part), try Self.end("to", part))
        fraction = try part.optional("percentAlong")?.number(within: 0...1)
        isVisible = try part.optional("isContentVisible")?.flag()
        geometry = try part.optional("geometry").map { try $0.geometry(reference) }
    }

    private static func end(_ side: String, _ part: AnswerPart) throws -> End {
        End(
            sourceID: try part.required("\(side)NetworkSourceId").wholeNumber(),
            globalID: try part.required("\(side)GlobalId").globalID(),
            terminalID: try part.optional("\(side)TerminalId")?.wholeNumber())
    }

    /// The association, if it is known what its ends are.
    func association(_ element: (End) -> UtilityElement?) -> UtilityAssociation? {
        guard let from = element(from), let to = element(to) else { return nil }
        var association = UtilityAssociation(associationType: type, fromElement: from, toElement: to)
        (association.globalID, association.fractionAlongEdge) = (globalID, fraction)
        (association.isContainmentVisible, association.geometry) = (isVisible, geometry)
        return association
    }
}
