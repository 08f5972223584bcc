import CairnGeo

/// One request for features: what it asks for, and how many features at most come of it.
struct FeaturePageRequest: Sendable {
    var fields: [String: String]
    var count: Int
}

/// Knows how far a query is: what to ask for next, and what is wrong with what has come.
protocol FeatureCursor: Sendable {
    /// Whether the features of a page are taken as they come, or when all have.
    var takesPieces: Bool { get }
    /// The next request for no more than so many features; nil when there is nothing left to ask for. What was begun before and has not been
    /// ended has been given up.
    mutating func request(upTo size: Int) -> FeaturePageRequest?
    /// Takes features of the page: gives those that belong to the result, in their order.
    ///
    /// - Throws: ``FeatureCursorError`` if they cannot be those that were asked for.
    mutating func take(_ features: [Feature]) throws(FeatureCursorError) -> [Feature]
    /// The page has ended.
    ///
    /// - Parameter isCut: Whether the server says that there is more.
    /// - Returns: What had to wait for the end, and belongs to the result.
    mutating func end(isCut: Bool) throws(FeatureCursorError) -> [Feature]
    /// Goes on by object ids, given all that there are, where the service refuses the condition that the request has added to what was asked for;
    /// nil if it has added none.
    var byObjectIDs: (@Sendable (_ all: [Int]) -> ObjectIDCursor)? { get }
    /// What has been given when there is nothing left to ask for; nil if it cannot be too little.
    var account: FeatureAccount? { get }
}

extension FeatureCursor {
    var byObjectIDs: (@Sendable (_ all: [Int]) -> ObjectIDCursor)? { nil }
    var account: FeatureAccount? { nil }
}

/// What is wrong with a page, in words that go on from "The answer was not understood:".
struct FeatureCursorError: Error {
    let words: String
}
