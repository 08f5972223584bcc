import CairnCore

/// An answer of a layer of cost matrices: what it says, or the error that it does not say it.
struct CostMatrixAnswer {
    private let answer: NetworkAnswer
    private let parameters: CostMatrixParameters

    init(_ root: AnswerPart, _ parameters: CostMatrixParameters) {
        answer = NetworkAnswer(root, parameters)
        self.parameters = parameters
    }

    func result() throws -> CostMatrix {
        let costs = try answer.root.required("odCostMatrix")
        var matrix = CostMatrix(
            origins: try answer.places("origins", parameters.origins),
            destinations: try answer.places("destinations", parameters.destinations),
            costAttributeNames: try costs.required("costAttributeNames").list().map { try $0.filledText() })
        matrix.messages = try answer.messages()
        for (origin, row) in try members(of: costs, matrix.origins.count) {
            for (destination, way) in try members(of: row, matrix.destinations.count) {
                matrix.setCosts(try list(way, of: matrix.costAttributeNames.count), from: origin, to: destination)
            }
        }
        return matrix
    }

    /// Those that are named by the number of a place, in order. Places that no way leads from or to are left out, or null.
    private func members(of part: AnswerPart, _ count: Int) throws -> [(index: Int, part: AnswerPart)] {
        var members: [(index: Int, part: AnswerPart)] = []
        for name in try part.members().keys {
            guard let id = Int(name), "\(id)" == name, let member = try part.optional(name) else { continue }
            guard let index = id.index(amongPlaces: count) else { throw member.refusal("is none of those that were asked about") }
            members.append((index, member))
        }
        return members.sorted { $0.index < $1.index }
    }

    /// A cost that is null is not known.
    private func list(_ way: AnswerPart, of count: Int) throws -> [Double] {
        let costs = try way.list().map { $0.json.isNull ? .infinity : try $0.number() }
        guard costs.count == count else { throw way.refusal("has not one cost for each of its names") }
        return costs
    }
}
