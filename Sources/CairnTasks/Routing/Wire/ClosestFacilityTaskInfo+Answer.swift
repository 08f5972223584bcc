import CairnCore

extension ClosestFacilityTaskInfo: NetworkLayerInfo {
    static let layer = NetworkLayerKind.closestFacility

    init(_ answer: AnswerPart, of network: NetworkInfo) throws {
        self.init()
        self.network = network
        supportedLanguages = try answer.optional("directionsSupportedLanguages")?.list().map { try $0.text() } ?? []
        try defaults.readDefaults(answer, of: network)
        try defaults.readDirections(answer)
        defaults.defaultTargetFacilityCount = max(1, try answer.filled("facilityCount")?.wholeNumber() ?? 1)
        defaults.defaultImpedanceCutoff = try answer.cutoff()
        defaults.travelDirection = try answer.travelDirection() ?? defaults.travelDirection
    }
}
