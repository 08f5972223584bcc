/// What has been given, to be held against what there is: a service that does not sort, though it says so, may leave features out where no page
/// shows it.
struct FeatureAccount: Sendable {
    /// The condition that all that have been given meet, and nothing that may come yet.
    let clause: String
    /// How many have been given.
    let count: Int
    /// Those of all ids that have not been given, and meet the condition.
    let missing: @Sendable (_ all: [Int]) -> [Int]
    /// Goes on with some ids.
    let goOn: @Sendable (_ ids: [Int]) -> ObjectIDCursor
}
