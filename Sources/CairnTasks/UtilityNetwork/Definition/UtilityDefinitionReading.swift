/// What the parts of a definition are read with.
struct UtilityDefinitionReading {
    /// The names of layers and tables of the feature service, by their numbers.
    let layerNames: [Int: String]
    /// The terminal configurations of the network, by their numbers.
    let terminals: [Int: UtilityTerminalConfiguration]
}
