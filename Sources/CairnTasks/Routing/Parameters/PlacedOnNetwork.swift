/// Something at a place on a network. The members of ``NetworkPlace`` are its own, too: `facility.name`.
@dynamicMemberLookup
public protocol PlacedOnNetwork: Sendable, Hashable, Codable {
    /// The place.
    var place: NetworkPlace { get set }
}

extension PlacedOnNetwork {
    /// What its place says.
    public subscript<Value>(dynamicMember path: WritableKeyPath<NetworkPlace, Value>) -> Value {
        get { place[keyPath: path] }
        set { place[keyPath: path] = newValue }
    }
}
