/// What a network can where service areas are asked for, and what it does where nothing is asked.
public struct ServiceAreaTaskInfo: NetworkTaskInfo {
    /// The network.
    public var network = NetworkInfo()
    /// What is usual.
    public var defaults = ServiceAreaParameters()

    /// Something to be filled in.
    public init() {}
}
