/// Something that the network knows of each of its parts, such as which phases a line has.
public struct UtilityNetworkAttribute: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// What its values are.
    public var dataType: UtilityNetworkAttributeDataType
    /// Whether the network keeps it for itself, such as the number of an asset group.
    public var isSystemDefined: Bool
    /// Whether a line's value is shared out along it.
    public var isApportionable: Bool
    /// The name of the domain of its values; nil if they may be any.
    public var domainName: String?
    /// That domain; nil if the values may be any, or the service does not tell.
    public var domain: AttributeDomain?

    /// A network attribute.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - dataType: What its values are.
    ///   - domain: Which values it may have.
    public init(name: String, dataType: UtilityNetworkAttributeDataType, domain: AttributeDomain? = nil) {
        (self.name, self.dataType) = (name, dataType)
        (isSystemDefined, isApportionable) = (false, false)
        (domainName, self.domain) = (domain?.name, domain)
    }

    init(_ part: AnswerPart) throws {
        name = try part.required("name").filledText()
        dataType = UtilityNetworkAttributeDataType(rawValue: try part.words("dataType") ?? "")
        // What the network does not know the use of is somebody's own.
        let usage = try part.words("usageType")?.lowercased() ?? ""
        isSystemDefined = try part.optional("isSystemDefined")?.flag() ?? !(usage.isEmpty || usage.hasSuffix("unknown"))
        isApportionable = try part.optional("isApportionable")?.flag() ?? false
        domainName = try part.filledWords("domainName")
        domain = nil
    }
}
