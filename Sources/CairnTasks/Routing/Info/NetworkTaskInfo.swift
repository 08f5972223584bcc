/// What a task knows of its network once it is loaded. The members of ``NetworkInfo`` are its own, too: `info.travelModes`.
@dynamicMemberLookup
public protocol NetworkTaskInfo: Sendable, Hashable {
    /// The network.
    var network: NetworkInfo { get set }
}

extension NetworkTaskInfo {
    /// What the network says.
    public subscript<Value>(dynamicMember path: KeyPath<NetworkInfo, Value>) -> Value { network[keyPath: path] }

    /// What the network says.
    public subscript<Value>(dynamicMember path: WritableKeyPath<NetworkInfo, Value>) -> Value {
        get { network[keyPath: path] }
        set { network[keyPath: path] = newValue }
    }
}
