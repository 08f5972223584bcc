import CairnCore
import CairnGeo

extension RouteTaskInfo: NetworkLayerInfo {
    static let layer = NetworkLayerKind.route

    init(_ answer: AnswerPart, of network: NetworkInfo) throws {
        self.init()
        self.network = network
        supportedLanguages = try answer.optional("directionsSupportedLanguages")?.list().map { try $0.text() } ?? []
        defaults = try Self.defaults(answer)
        defaults.travelMode = network.defaultTravelMode
    }

    private static func defaults(_ answer: AnswerPart) throws -> RouteParameters {
        var usual = RouteParameters()
        func flag(_ name: String, _ fallback: Bool) throws -> Bool { try answer.optional(name)?.flag() ?? fallback }
        usual.findsBestSequence = try flag("findBestSequence", false)
        usual.preservesFirstStop = try flag("preserveFirstStop", true)
        usual.preservesLastStop = try flag("preserveLastStop", true)
        usual.accumulateAttributeNames = try answer.optional("accumulateAttributeNames")?.list().map { try $0.text() } ?? []
        usual.routeShape = RouteShape(rawValue: try answer.optional("outputLineType")?.text() ?? "") ?? .trueShape
        usual.directionsLanguage = try answer.optional("directionsLanguage")?.text() ?? ""
        usual.directionsStyle = DirectionsStyle(rawValue: try answer.optional("directionsStyleName")?.text() ?? "") ?? .desktop
        let units = CostAttribute.Unit(rawValue: try answer.optional("directionsLengthUnits")?.text() ?? "")
        usual.directionsDistanceUnits = [.miles, .feet, .yards].contains(units) ? .imperial : .metric
        return usual
    }
}
