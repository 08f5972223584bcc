import CairnCore
import CairnGeo
import Foundation

extension NetworkInfo {
    /// Reads the metadata of a layer; most members may be missing, but not all that make it one.
    ///
    /// - Parameters:
    ///   - answer: The metadata.
    ///   - layer: What it has to be.
    init(_ answer: AnswerPart, of layer: NetworkLayerKind) throws {
        self.init()
        networkName = try answer.optional("layerName")?.text() ?? answer.url.lastPathComponent
        let kind = try answer.optional("layerType")?.text()
        let impedance = try answer.optional("impedance")
        guard kind.map(layer.isNamed) ?? (impedance != nil) else {
            throw answer.refusal(
                "is not that of \(layer.words): its layerType is \(kind == nil ? "missing, and so is impedance" : "another")")
        }
        impedanceAttributeName = try impedance?.text() ?? ""
        try add(answer)
        try addAttributes(answer)
        maxLocatingDistance = try answer.meters("maxSnapTolerance", in: "snapToleranceUnits").flatMap { $0 > 0 ? $0 : nil }
    }

    /// How one may move: with the rest, or asked for by itself.
    mutating func add(_ answer: AnswerPart) throws {
        let told = try answer.optional("supportedTravelModes")?.list().map { try TravelMode($0) } ?? []
        if !told.isEmpty { travelModes = told }
        let usual = try answer.optional("defaultTravelMode")?.text() ?? ""
        defaultTravelModeName = travelModes.first { $0.id == usual }?.name ?? travelModes.first { $0.name == usual }?.name ?? ""
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
}
