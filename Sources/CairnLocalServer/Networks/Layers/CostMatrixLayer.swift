import CairnCore
import CairnTasks

/// A layer that finds costs between many places.
struct CostMatrixLayer: NetworkServiceLayer {
    let kind = NetworkLayerKind.costMatrix
    let task: CostMatrixTask
    let limits: NetworkLimits
    let isFile: Bool

    private func info() async throws -> CostMatrixTaskInfo {
        if isFile { return try await task.backend.loadInfo() }
        try await task.retryLoad()
        return task.info ?? CostMatrixTaskInfo()
    }

    func network() async throws -> NetworkInfo { try await info().network }

    func metadata() async throws -> [String: JSONValue] {
        let info = try await info()
        var members = NetworkMetadata.members(of: info.network, kind, info.defaults)
        members["defaultCutoffValue"] = info.defaults.defaultImpedanceCutoff.map(JSONValue.number) ?? .null
        members["defaultTargetDestinationCount"] = info.defaults.defaultTargetDestinationCount.map(JSONValue.integer) ?? .null
        members["outputType"] = .string(CostMatrixQuestion.outputType)
        members["timeOfDayIsUTC"] = true
        members["serviceLimits"] = ["maximumPairs": .integer(limits.pairs)]
        return members
    }

    func solve(_ request: ServiceRequest) async throws -> JSONValue {
        let info = try await info()
        let question = try CostMatrixQuestion(NetworkRequest(request, info.network, limits), info.defaults)
        let matrix = try await task.solveCostMatrix(using: question.parameters)
        return try CostMatrixSolution(matrix, question).json()
    }
}
