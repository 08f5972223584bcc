/// What has been given, to be held against what there is: a service that does not sort, though it says so, may leave features out where no page
/// shows it.
struct FeatureAccount: Sendable {
    /// The condition that all that have been given meet, and nothing that may come yet.
    let clause: String
    /// How many have been given.
    let count: Int
    /// Goes on with those of all ids that have not been given; nil if there are none.
    let goOn: @Sendable (_ all: [Int]) -> ObjectIDCursor?
}
