import CairnCore
import CairnTasks

/// The answer of a layer of cost matrices: of each origin the destinations that it leads to.
struct CostMatrixSolution {
    private let matrix: CostMatrix
    private let question: CostMatrixQuestion

    init(_ matrix: CostMatrix, _ question: CostMatrixQuestion) {
        (self.matrix, self.question) = (matrix, question)
    }

    /// - Throws: A failure if a place is at no road, and was not to be passed over.
    func json() throws(ServiceFailure) -> JSONValue {
        try question.request.expectLocated("origins", matrix.origins)
        try question.request.expectLocated("destinations", matrix.destinations)
        let common = NetworkSolution(question.parameters, nil)
        var members = common.barriers(question.returnsBarriers)
        members["messages"] = NetworkSolution.messages(matrix.messages)
        members["odCostMatrix"] = costs()
        if question.returnsOrigins {
            members["origins"] = common.places(matrix.origins) {
                ["TargetDestinationCount": $0.targetDestinationCount.map(JSONValue.integer) ?? .null]
            }
        }
        if question.returnsDestinations { members["destinations"] = common.places(matrix.destinations) }
        return .object(members)
    }

    private func costs() -> JSONValue {
        var rows: [String: JSONValue] = [
            "costAttributeNames": .array(matrix.costAttributeNames.map(JSONValue.string))
        ]
        for origin in matrix.origins.indices {
            var row: [String: JSONValue] = [:]
            for destination in matrix.indexesOfDestinations(reachedFrom: origin) {
                row["\(destination + 1)"] = .array(
                    matrix.costAttributeNames.map {
                        matrix.cost($0, from: origin, to: destination).map(JSONValue.number) ?? .null
                    })
            }
            rows["\(origin + 1)"] = .object(row)
        }
        return .object(rows)
    }
}
