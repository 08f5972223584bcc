/// A place of a device at which others are connected, such as its high side.
public struct UtilityTerminal: Sendable, Hashable, Codable {
    /// Its number in its configuration.
    public var id: Int
    /// Its name.
    public var name: String
    /// Whether what flows comes in here, in a configuration that has a direction.
    public var isUpstreamTerminal: Bool

    /// A terminal.
    public init(id: Int, name: String, isUpstreamTerminal: Bool = false) {
        (self.id, self.name) = (id, name)
        self.isUpstreamTerminal = isUpstreamTerminal
    }

    init(_ part: AnswerPart) throws {
        let id = try part.required("terminalId").wholeNumber()
        self.init(
            id: id, name: try part.words("terminalName") ?? "\(id)",
            isUpstreamTerminal: try part.optional("isUpstreamTerminal")?.flag() ?? false)
    }
}
