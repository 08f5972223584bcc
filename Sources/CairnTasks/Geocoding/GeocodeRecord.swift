/// One address of a batch.
public struct GeocodeRecord: Sendable, Hashable {
    /// Tells the record from the batch's others.
    public var id: Int
    /// What to look for.
    public var query: GeocodeQuery

    /// A record.
    public init(id: Int, query: GeocodeQuery) {
        self.id = id
        self.query = query
    }
}
