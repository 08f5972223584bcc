import CairnCore
import CairnTasks

/// A layer that finds what is close.
struct ClosestFacilityLayer: NetworkServiceLayer {
    let kind = NetworkLayerKind.closestFacility
    let task: ClosestFacilityTask
    let limits: NetworkLimits
    let isFile: Bool

    private func info() async throws -> ClosestFacilityTaskInfo {
        if isFile { return try await task.backend.loadInfo() }
        try await task.retryLoad()
        return task.info ?? ClosestFacilityTaskInfo()
    }

    func network() async throws -> NetworkInfo { try await info().network }

    func metadata() async throws -> [String: JSONValue] {
        let info = try await info()
        var members = NetworkMetadata.members(of: info.network, kind, info.defaults)
        members.merge(NetworkMetadata.directions(info.defaults, languages: info.supportedLanguages)) { $1 }
        members["facilityCount"] = .integer(info.defaults.defaultTargetFacilityCount)
        members["defaultCutoffValue"] = info.defaults.defaultImpedanceCutoff.map(JSONValue.number) ?? .null
        members["travelDirection"] = .string(info.defaults.travelDirection.rawValue)
        members["timeOfDayUsage"] = .string(info.defaults.startTimeUsage.rawValue)
        members["timeOfDayIsUTC"] = true
        members["serviceLimits"] = ["maximumRoutes": .integer(limits.routes), "maximumPairs": .integer(limits.pairs)]
        return members
    }

    func solve(_ request: ServiceRequest) async throws -> JSONValue {
        let info = try await info()
        let question = try ClosestFacilityQuestion(NetworkRequest(request, info.network, limits), info.defaults)
        let result = try await task.solveClosestFacility(using: question.parameters)
        return try ClosestFacilitySolution(result, question, info.network).json()
    }
}
