import CairnCore
import CairnTasks

/// A layer that finds routes.
struct RouteLayer: NetworkServiceLayer {
    let kind = NetworkLayerKind.route
    let task: RouteTask
    let limits: NetworkLimits
    let isFile: Bool

    private func info() async throws -> RouteTaskInfo {
        if isFile { return try await task.backend.loadInfo() }
        // What could not be loaded for one request may be for the next.
        try await task.retryLoad()
        return task.info ?? RouteTaskInfo()
    }

    func network() async throws -> NetworkInfo { try await info().network }

    func metadata() async throws -> [String: JSONValue] {
        let info = try await info()
        var members = NetworkMetadata.members(of: info.network, kind, info.defaults)
        members.merge(NetworkMetadata.directions(info.defaults, languages: info.supportedLanguages)) { $1 }
        members.merge(order(info.defaults)) { $1 }
        members["serviceLimits"] = ["maximumStops": .integer(limits.stops), "maximumStopsToOrder": .integer(limits.orderedStops)]
        return members
    }

    private func order(_ defaults: RouteParameters) -> [String: JSONValue] {
        [
            "findBestSequence": .bool(defaults.findsBestSequence), "preserveFirstStop": .bool(defaults.preservesFirstStop),
            "preserveLastStop": .bool(defaults.preservesLastStop), "useStartTime": false, "startTimeIsUTC": true,
            "useTimeWindows": false,
        ]
    }

    func solve(_ request: ServiceRequest) async throws -> JSONValue {
        let info = try await info()
        let question = try RouteQuestion(NetworkRequest(request, info.network, limits), info.defaults)
        do {
            let result = try await task.solveRoute(using: question.parameters)
            return try RouteSolution(result, question, info.network).json()
        } catch let error as RouteError where question.takesEmptyResults && error.isOfNoWay {
            return try RouteSolution(question.emptyResult(error), question, info.network).json()
        }
    }
}

extension RouteError {
    /// Whether there is no route, though it could be asked for.
    fileprivate var isOfNoWay: Bool {
        switch self {
        case .noRoute, .stopsNotLocated: true
        default: false
        }
    }
}
