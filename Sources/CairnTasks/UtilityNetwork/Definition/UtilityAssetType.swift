/// A kind of things within an asset group, such as a three-phase transformer.
public struct UtilityAssetType: Sendable, Hashable, Codable {
    /// Its number in its group.
    public var code: Int
    /// Its name.
    public var name: String
    /// The number of its group.
    public var assetGroupCode: Int
    /// The number of the network source that its group is of.
    public var networkSourceID: Int
    /// The scale by which its content is drawn; 0 if it is no container.
    public var containerViewScale: Double
    /// What things of the type are to those that they hold.
    public var associationRole: UtilityAssociationRole
    /// Its terminals; nil if it has but one, as lines have.
    public var terminalConfiguration: UtilityTerminalConfiguration?
    /// The categories that it is of.
    public var categories: [UtilityCategory]

    /// An asset type.
    ///
    /// - Parameters:
    ///   - code: Its number in its group.
    ///   - name: Its name.
    ///   - assetGroupCode: The number of its group.
    ///   - networkSourceID: The number of the network source that its group is of.
    public init(code: Int, name: String, assetGroupCode: Int, networkSourceID: Int) {
        (self.code, self.name) = (code, name)
        (self.assetGroupCode, self.networkSourceID) = (assetGroupCode, networkSourceID)
        containerViewScale = 0
        associationRole = .none
        terminalConfiguration = nil
        categories = []
    }

    /// What tells it from all others of its network.
    public var key: UtilityAssetTypeKey {
        UtilityAssetTypeKey(networkSourceID: networkSourceID, assetGroupCode: assetGroupCode, assetTypeCode: code)
    }

    /// - Parameter terminals: The configurations of the network, by their numbers.
    init(_ part: AnswerPart, of group: Int, _ source: Int, _ terminals: [Int: UtilityTerminalConfiguration]) throws {
        let code = try part.required("assetTypeCode").wholeNumber()
        self.init(
            code: code, name: try part.words("assetTypeName") ?? "\(code)", assetGroupCode: group, networkSourceID: source)
        let scale = try part.optional("containmentViewScale") ?? part.optional("containerViewScale")
        containerViewScale = try scale?.number() ?? 0
        associationRole = try part.words("associationRoleType").map(UtilityAssociationRole.init) ?? .none
        terminalConfiguration = try part.optional("terminalConfigurationId").flatMap { terminals[try $0.wholeNumber()] }
        categories = try part.optional("categories")?.list().map(UtilityCategory.init) ?? []
    }
}
