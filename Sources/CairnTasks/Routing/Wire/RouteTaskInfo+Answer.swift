import CairnCore

extension RouteTaskInfo: NetworkLayerInfo {
    static let layer = NetworkLayerKind.route

    init(_ answer: AnswerPart, of network: NetworkInfo) throws {
        self.init()
        self.network = network
        supportedLanguages = try answer.optional("directionsSupportedLanguages")?.list().map { try $0.text() } ?? []
        try defaults.readDefaults(answer, of: network)
        try defaults.readDirections(answer)
        try defaults.readOrder(answer)
    }
}

extension RouteParameters {
    fileprivate mutating func readOrder(_ answer: AnswerPart) throws {
        findsBestSequence = try answer.optional("findBestSequence")?.flag() ?? false
        preservesFirstStop = try answer.optional("preserveFirstStop")?.flag() ?? true
        preservesLastStop = try answer.optional("preserveLastStop")?.flag() ?? true
    }
}
