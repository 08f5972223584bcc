import CairnCore
import Foundation

extension PortalItem {
    /// What users have said of the item; no more than the first 100.
    @concurrent
    public func comments() async throws -> [PortalComment] {
        try await portal.ask(path("comments"), ["num": "100"]).required("comments").list().map { try PortalComment($0) }
    }

    /// Says something of the item. It is sent once.
    @concurrent
    @discardableResult
    public func addComment(_ text: String) async throws -> PortalComment {
        let answer = try await portal.change(path("addComment"), ["comment": text])
        let id = try answer.required("commentId").filledText()
        return PortalComment(id: id, text: text, owner: portal.user?.username ?? "", created: nil)
    }

    /// Rates the item.
    ///
    /// - Parameter rating: 1…5.
    /// - Throws: Also ``PortalError/outOfRange(_:)``.
    @concurrent
    public func addRating(_ rating: Double) async throws {
        guard (1...5).contains(rating) else { throw PortalError.outOfRange("A rating is from 1 to 5.") }
        try expectSuccess(of: await portal.change(path("addRating"), ["rating": "\(rating)"]))
    }

    /// - Throws: ``TransportError`` if an answer does not say that it was done.
    func expectSuccess(of answer: AnswerPart) throws {
        guard try answer.required("success").flag() else { throw answer.refusal("says that it was not done") }
    }
}
