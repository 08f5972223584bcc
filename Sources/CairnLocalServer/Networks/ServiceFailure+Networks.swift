import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks

extension ServiceFailure {
    /// More was asked for than is allowed.
    static func tooMany(_ parameter: String, _ what: String, _ count: Int, limit: Int) -> ServiceFailure {
        .invalid(parameter, "\(count) \(what), where \(limit) are allowed in one request")
    }

    /// Why something was not solved.
    static func unsolved(_ why: String) -> ServiceFailure {
        ServiceFailure(code: 400, message: unable, details: [why])
    }

    /// What went wrong with a network: mostly that it was asked in a wrong way.
    init(network error: any Error) {
        switch error {
        case let failure as ServiceFailure:
            self = failure.message == Self.wrongQuery ? Self(code: 400, message: Self.unable, details: failure.details) : failure
        case let error as RouteError: self.init(code: 400, message: Self.unable, details: [error.wireWords])
        case let error as SolvingExcess: self.init(code: 400, message: Self.unable, details: [error.wireWords])
        case let error as GeometryError: self.init(code: 400, message: Self.unable, details: [error.words])
        default: self.init(code: 500, message: Self.unable, details: [error.words])
        }
    }

    fileprivate static let unable = "Unable to complete operation."
}

extension SolvingExcess {
    fileprivate var wireWords: String {
        switch work {
        case .comparingBarriers:
            "'barriers': those of all kinds would be compared with roads more than \(limit) times, which is what is allowed in one request."
        case .reachingRoads: "'defaultBreaks': the areas reach more than \(limit) roads, which is what is allowed in one request."
        case .drawingAreas:
            "'facilities': all areas together would be drawn on more than \(limit) nodes, which is what is allowed in one request. Ask for fewer or smaller ones, or for a greater trimPolygonDistance."
        case .drawingLines: "'outputLines': there are more than \(limit) lines, which is what is allowed in one request."
        }
    }
}

extension RouteError {
    /// What is wrong, for those who know parameters by their names on the wire.
    fileprivate var wireWords: String {
        switch self {
        case .unknownTravelMode(let name, let known):
            "'travelMode': the network has no travel mode \"\(name.printable(upTo: 60))\"; it has \(known.joined(separator: ", "))."
        case .otherImpedance: "'travelMode': \(description)"
        case .noCutoffs: "'defaultBreaks': nothing says how far service areas shall reach."
        case .impossibleDistance: "'trimPolygonDistance': it is no distance."
        default: description
        }
    }
}
