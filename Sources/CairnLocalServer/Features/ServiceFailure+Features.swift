import CairnCore
import CairnGeo

extension ServiceFailure {
    static func noOperation(_ name: String) -> ServiceFailure {
        ServiceFailure(code: 400, message: "Invalid URL", details: ["There is no operation \(name.printable(upTo: 60))."])
    }

    /// Something is asked of replicas, and there are none.
    static func noReplicas(_ name: String) -> ServiceFailure {
        let words = "There is no \(name.printable(upTo: 60)): the features are not published to be kept in step with replicas."
        return ServiceFailure(code: 400, message: "Unable to complete operation.", details: [words])
    }

    /// A parameter that is not taken, in the words of who refused it.
    static func invalid(_ parameter: String, _ error: any Error) -> ServiceFailure {
        // Where in its bytes is of no use: of what surrounds it here, its sender knows nothing.
        .invalid(parameter, (error as? JSONSyntaxError).map { "it is no JSON of this kind: \($0.reason)" } ?? error.words)
    }

    /// What went wrong with features: mostly that they were asked for in a wrong way.
    init(feature error: any Error) {
        switch error {
        case let error as ServiceFailure: self = error
        case GeodatabaseError.noFeature, GeodatabaseError.noAttachment:
            self.init(code: 404, message: "Item not found", details: [error.words])
        case is WhereClauseError, is GeometryError, GeodatabaseError.noTime, GeodatabaseError.noGeometries,
            GeodatabaseError.noGlobalIDs, GeodatabaseError.noField, GeodatabaseError.attachmentsFixed:
            self.init(code: 400, message: Self.wrongQuery, details: [error.words])
        case GeodatabaseError.readOnly:
            self.init(code: 403, message: "Unable to complete operation.", details: ["The file is open for reading only."])
        case GeodatabaseError.notTaken:
            self.init(code: 403, message: "Unable to complete operation.", details: [error.words])
        default: self.init(code: 500, message: "Unable to complete operation.", details: [error.words])
        }
    }

    /// The same, of the operation that was asked for: what is wrong with parameters is said as of queries.
    func named(by path: [String]) -> ServiceFailure {
        guard message == Self.wrongQuery, let operation = path.last, operation.lowercased() != "query", Int(operation) == nil
        else {
            return self
        }
        let name = operation.printable(upTo: 60)
        return ServiceFailure(code: code, message: "Cannot perform \(name). Invalid parameters.", details: details)
    }
}
