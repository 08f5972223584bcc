import CairnCore
import CairnTasks

/// A layer that finds what can be reached.
struct ServiceAreaLayer: NetworkServiceLayer {
    let kind = NetworkLayerKind.serviceArea
    let task: ServiceAreaTask
    let limits: NetworkLimits
    let isFile: Bool

    private func info() async throws -> ServiceAreaTaskInfo {
        if isFile { return try await task.backend.loadInfo() }
        try await task.retryLoad()
        return task.info ?? ServiceAreaTaskInfo()
    }

    func network() async throws -> NetworkInfo { try await info().network }

    func metadata() async throws -> [String: JSONValue] {
        let info = try await info()
        var members = NetworkMetadata.members(of: info.network, kind, info.defaults)
        members.merge(geometry(info.defaults)) { $1 }
        members["defaultBreaks"] = .array(info.defaults.defaultImpedanceCutoffs.map(JSONValue.number))
        members["travelDirection"] = .string(info.defaults.travelDirection.rawValue)
        members["timeOfDayIsUTC"] = true
        members["serviceLimits"] = ["maximumAreas": .integer(limits.areas)]
        return members
    }

    private func geometry(_ defaults: ServiceAreaParameters) -> [String: JSONValue] {
        let polygons = defaults.polygonDetail == .high ? PolygonOutput.detailed : .simplified
        return [
            "outputPolygons": .string((defaults.returnsPolygons ? polygons : .none).rawValue),
            "outputLines": .string((defaults.returnsPolylines ? RouteShape.trueShape : .none).rawValue),
            "splitPolygonsAtBreaks": .bool(defaults.geometryAtCutoff == .rings),
            "overlapPolygons": .bool(defaults.geometryAtOverlap == .overlap),
            "mergeSimilarPolygonRanges": .bool(defaults.geometryAtOverlap == .dissolve),
            "trimOuterPolygon": .bool(defaults.polygonBufferDistance != nil),
            "trimPolygonDistance": .number(defaults.polygonBufferDistance ?? 100), "trimPolygonDistanceUnits": "esriMeters",
            "excludeSourcesFromPolygons": .array(defaults.sourceNamesExcludedFromPolygons.map(JSONValue.string)),
        ]
    }

    func solve(_ request: ServiceRequest) async throws -> JSONValue {
        let info = try await info()
        let question = try ServiceAreaQuestion(NetworkRequest(request, info.network, limits), info.defaults)
        let result = try await task.solveServiceArea(using: question.parameters)
        return try ServiceAreaSolution(result, question).json()
    }
}
