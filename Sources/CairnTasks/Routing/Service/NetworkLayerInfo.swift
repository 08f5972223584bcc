/// What the metadata of a layer of a network service tell.
protocol NetworkLayerInfo: NetworkTaskInfo {
    /// What the layer has to be.
    static var layer: NetworkLayerKind { get }

    /// Reads the metadata of a layer, beyond what they tell of the network.
    init(_ answer: AnswerPart, of network: NetworkInfo) throws
}
