public import Foundation

/// What a geodatabase keeps of the service that it is a copy of, and how far it is in step with that.
///
/// Generations are how services count the states of their data. They are whole numbers as a rule, which may be larger than a `Double` keeps, and
/// are given back as they came.
///
/// ```swift
/// if let replica = try await geodatabase.replica { print(replica.name, "is a copy of", replica.serviceURL) }
/// ```
public struct ReplicaInfo: Sendable, Hashable, Codable {
    /// One table, and the layer that it is a copy of.
    public struct Layer: Sendable, Hashable, Codable {
        /// The number of the layer in the service.
        public var id: Int
        /// The name of the table.
        public var tableName: String
        /// The generation of the layer's data that the table is in step with; nil if that is counted for all together.
        public var generation: String?
        /// The fields that the layer has in the service, of which edits are sent; nil if nobody knows, and then all are.
        public var fieldNames: [String]?

        /// A table, and the layer that it is a copy of.
        public init(id: Int, tableName: String, generation: String? = nil, fieldNames: [String]? = nil) {
            (self.id, self.tableName, self.generation, self.fieldNames) = (id, tableName, generation, fieldNames)
        }
    }

    /// The id that the service has given the copy.
    public var id: String
    /// The name under which the service knows it.
    public var name: String
    /// The service, such as `…/FeatureServer`.
    public var serviceURL: URL
    /// What is brought up to date at once.
    public var syncModel: GeodatabaseSyncModel
    /// The generation of the service's data that the copy is in step with; nil if each layer has its own.
    public var generation: String?
    /// The tables that are copies of layers.
    public var layers: [Layer]
    /// Whether attachments were asked for.
    public var hasAttachments: Bool
    /// Whether edits go to the service; nil if nobody knows, and then they do until it says otherwise.
    public var sendsEdits: Bool?
    /// Whether what is done to attachments goes there with them; nil as of edits.
    public var sendsAttachments: Bool?

    /// What is known of a copy.
    public init(
        id: String, name: String, serviceURL: URL, syncModel: GeodatabaseSyncModel, generation: String? = nil, layers: [Layer],
        hasAttachments: Bool = false, sendsEdits: Bool? = nil, sendsAttachments: Bool? = nil
    ) {
        self.id = id
        self.name = name
        self.serviceURL = serviceURL
        self.syncModel = syncModel
        self.generation = generation
        self.layers = layers
        self.hasAttachments = hasAttachments
        self.sendsEdits = sendsEdits
        self.sendsAttachments = sendsAttachments
    }
}
