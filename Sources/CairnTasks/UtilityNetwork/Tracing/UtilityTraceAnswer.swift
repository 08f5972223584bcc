import CairnCore
import CairnGeo

/// What a service answers to a trace.
struct UtilityTraceAnswer {
    private let part: AnswerPart
    private let parameters: UtilityTraceParameters
    private let assets: UtilityAssets

    init(_ answer: AnswerPart, _ parameters: UtilityTraceParameters, _ assets: UtilityAssets) throws {
        part = try answer.required("traceResults")
        if try part.optional("success")?.flag() == false { throw part.refusal("says that it has failed, and not why") }
        (self.parameters, self.assets) = (parameters, assets)
    }

    /// A result of each type that was asked for.
    func results() throws -> [UtilityTraceResult] {
        let warnings = try self.warnings()
        return try parameters.wantedTypes.map { type in
            switch type {
            case .elements: .elements(try elements(warnings))
            case .functionOutputs:
                .functionOutputs(UtilityFunctionTraceResult(functionOutputs: try outputs(), warnings: warnings))
            case .geometry: .geometry(try geometry(warnings))
            }
        }
    }

    private func warnings() throws -> [String] {
        var warnings = try part.optional("warnings")?.list().prefix(100).map { try $0.text().printable() } ?? []
        if try part.optional("startingPointsIgnored")?.flag() == true {
            warnings.append("The service has passed over starting locations: they may be of another domain network, or deleted.")
        }
        return warnings
    }

    // MARK: - Elements

    /// What the network keeps for itself, such as where lines meet, is of no source that the definition has, and is left out.
    private func elements(_ warnings: [String]) throws -> UtilityElementTraceResult {
        let list = try part.required("elements").list()
        let elements = try list.compactMap(element)
        var warnings = warnings
        if elements.count < list.count {
            warnings.append(
                "\(list.count - elements.count) of what was found is of asset types that the definition does not have.")
        }
        return UtilityElementTraceResult(
            elements: elements, warnings: warnings,
            foundNearestNeighbors: try part.optional("kFeaturesForKNNFound")?.flag() ?? false)
    }

    private func element(_ part: AnswerPart) throws -> UtilityElement? {
        let id = try part.required("globalId").globalID()
        let objectID = try part.optional("objectId")?.wholeNumber()
        let terminal = try part.optional("terminalId")?.wholeNumber()
        guard let asset = assets[try UtilityAssetTypeKey(part)] else { return nil }
        return UtilityElement(
            asset, globalID: id, objectID: objectID,
            terminal: asset.type.terminalConfiguration?.terminals.first { $0.id == terminal })
    }

    // MARK: - Functions

    /// The service says of a function what it makes of which attribute, and not on what condition: of several that are alike in that the first
    /// in order is the first.
    private func outputs() throws -> [UtilityTraceFunctionOutput] {
        var asked = parameters.configuration?.functions ?? []
        return try (part.optional("globalFunctionResults")?.list() ?? []).map { part in
            let told = UtilityTraceFunction(
                functionType: UtilityTraceFunctionType(rawValue: try part.required("functionType").filledText()),
                networkAttributeName: try part.words("networkAttributeName") ?? "")
            let place = asked.firstIndex {
                $0.functionType == told.functionType && $0.networkAttributeName == told.networkAttributeName
            }
            return UtilityTraceFunctionOutput(
                function: place.map { asked.remove(at: $0) } ?? told, result: try part.optional("result")?.number())
        }
    }

    // MARK: - Geometry

    private func geometry(_ warnings: [String]) throws -> UtilityGeometryTraceResult {
        let all = try part.required("aggregatedGeometry")
        let reference = try all.optional("spatialReference")?.spatialReference() ?? parameters.outSpatialReference
        func geometry(_ name: String, _ isOne: (Geometry) -> Bool) throws -> Geometry? {
            guard let part = try all.optional(name) else { return nil }
            let geometry = try part.geometry(reference)
            guard isOne(geometry) else { throw part.refusal("is another kind of geometry") }
            return geometry.positions.isEmpty ? nil : geometry
        }
        return UtilityGeometryTraceResult(
            multipoint: try geometry("multipoint") { if case .multipoint = $0 { true } else { false } },
            polyline: try geometry("line") { if case .polyline = $0 { true } else { false } },
            polygon: try geometry("polygon") { if case .polygon = $0 { true } else { false } }, warnings: warnings)
    }
}
