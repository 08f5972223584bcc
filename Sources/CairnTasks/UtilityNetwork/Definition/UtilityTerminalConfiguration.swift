/// The terminals that devices of some asset types have.
public struct UtilityTerminalConfiguration: Sendable, Hashable, Codable {
    /// Its number in the network.
    public var id: Int
    /// Its name.
    public var name: String
    /// Whether what flows has a direction in it.
    public var isDirectional: Bool
    /// The terminals.
    public var terminals: [UtilityTerminal]

    /// A configuration.
    public init(id: Int, name: String, isDirectional: Bool = false, terminals: [UtilityTerminal] = []) {
        (self.id, self.name) = (id, name)
        (self.isDirectional, self.terminals) = (isDirectional, terminals)
    }

    /// The terminal of that name; nil if there is none.
    public func terminal(named name: String) -> UtilityTerminal? { terminals.first { $0.name == name } }

    init(_ part: AnswerPart) throws {
        let id = try part.required("terminalConfigurationId").wholeNumber()
        let model = try part.words("traversabilityModel")?.lowercased() ?? ""
        self.init(
            id: id, name: try part.words("terminalConfigurationName") ?? "\(id)",
            isDirectional: !model.isEmpty && !model.hasSuffix("bidirectional"),
            terminals: try part.optional("terminals")?.list().map(UtilityTerminal.init) ?? [])
    }
}
