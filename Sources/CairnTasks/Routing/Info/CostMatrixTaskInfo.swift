/// What a network can where cost matrices are asked for, and what it does where nothing is asked.
public struct CostMatrixTaskInfo: NetworkTaskInfo {
    /// The network.
    public var network = NetworkInfo()
    /// What is usual.
    public var defaults = CostMatrixParameters()

    /// Something to be filled in.
    public init() {}
}
