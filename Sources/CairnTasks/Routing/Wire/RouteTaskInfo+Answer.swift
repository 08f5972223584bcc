import CairnCore
import CairnGeo
import Foundation

extension RouteTaskInfo {
    /// Reads the metadata of a route layer; most members may be missing, but not all that make it one.
    init(_ answer: AnswerPart) throws {
        self.init()
        networkName = try answer.optional("layerName")?.text() ?? answer.url.lastPathComponent
        let kind = try answer.optional("layerType")?.text()
        let hasImpedance = try answer.optional("impedance") != nil
        guard kind == "esriNAServerRouteLayer" || kind == nil && hasImpedance else {
            throw answer.refusal(
                "is not that of a route layer: its layerType is \(kind == nil ? "missing, and so is impedance" : "another")")
        }
        try add(answer)
        try addAttributes(answer)
        supportedLanguages = try answer.optional("directionsSupportedLanguages")?.list().map { try $0.text() } ?? []
        maxLocatingDistance = try Self.distance(answer)
        defaults = try Self.defaults(answer)
        if defaults.travelMode == nil { defaults.travelMode = defaultTravelMode }
    }

    /// How one may move: with the rest, or asked for by itself.
    mutating func add(_ answer: AnswerPart) throws {
        travelModes = try answer.optional("supportedTravelModes")?.list().map { try TravelMode($0) } ?? []
        let usual = try answer.optional("defaultTravelMode")?.text() ?? ""
        defaultTravelModeName = travelModes.first { $0.id == usual }?.name ?? travelModes.first { $0.name == usual }?.name ?? ""
        defaults.travelMode = defaultTravelMode
    }

    private mutating func addAttributes(_ answer: AnswerPart) throws {
        for part in try answer.optional("networkDataset")?.optional("networkAttributes")?.list() ?? [] {
            let name = try part.required("name").filledText()
            switch try part.optional("usageType")?.text() {
            case "esriNAUTCost":
                costAttributes[name] = CostAttribute(
                    name: name, unit: .init(rawValue: try part.optional("units")?.text() ?? "") ?? .unknown)
            case "esriNAUTRestriction": restrictionAttributeNames.append(name)
            default: break
            }
        }
    }

    /// In metres.
    private static func distance(_ answer: AnswerPart) throws -> Double? {
        guard let distance = try answer.optional("maxSnapTolerance")?.number(), distance > 0 else { return nil }
        switch try answer.optional("snapToleranceUnits")?.text() {
        case "esriFeet": return distance * 0.3048
        case "esriKilometers": return distance * 1000
        case "esriMiles": return distance * 1609.344
        default: return distance
        }
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
