import CairnCore

extension CostMatrixTaskInfo: NetworkLayerInfo {
    static let layer = NetworkLayerKind.costMatrix

    init(_ answer: AnswerPart, of network: NetworkInfo) throws {
        self.init()
        self.network = network
        try defaults.readDefaults(answer, of: network)
        defaults.defaultImpedanceCutoff = try answer.cutoff()
        let count = try answer.filled("defaultTargetDestinationCount")?.wholeNumber()
        defaults.defaultTargetDestinationCount = count.flatMap { $0 > 0 ? $0 : nil }
    }
}
