/// What has been given, to be held against what there is: a service may leave features out, or end a page early, where no page shows it.
struct FeatureAccount: Sendable {
    /// How many features have been given, each counted once.
    let count: Int
    /// How many times one of them has been given: more than features, if object ids are repeated.
    let rows: Int
    /// Goes on with the page behind the last; nil if that had nothing.
    let goOn: (@Sendable () -> any FeatureCursor)?
    /// Fetches some of all ids that there are; nil where what is left out has another place than the last.
    let leftOut: LeftOut?

    struct LeftOut: Sendable {
        /// Those of all ids that have not been given.
        let missing: @Sendable (_ all: [Int]) -> [Int]
        /// Goes on with some ids.
        let goOn: @Sendable (_ ids: [Int]) -> ObjectIDCursor
    }

    /// The ids to go on with where more are counted than have been given: none if ids are repeated, and so counted more than once.
    ///
    /// - Returns: nil if neither the count nor the list can be right.
    func missing(of counted: Int, among all: [Int]) -> [Int]? {
        guard let missing = leftOut?.missing(all) else { return nil }
        if missing.isEmpty, counted <= rows { return [] }
        return rows == count && counted - count <= missing.count ? missing : nil
    }
}
