import CairnCore
import CairnGeo

/// A copy of some layers that a client has, or is to have, and keeps in step.
struct Replica: Codable, Sendable {
    enum Model: String, Codable, CaseIterable {
        /// All layers are of one moment.
        case perReplica
        /// Each layer has its own.
        case perLayer
        /// It is not kept in step, and nothing is known of it once it is made.
        case none
    }

    enum Direction: String, Codable, CaseIterable {
        case bidirectional, download, upload, snapshot

        var isUpload: Bool { self == .bidirectional || self == .upload }
        var isDownload: Bool { self != .upload }
    }

    /// What of a layer it has.
    enum QueryOption: String, Codable, CaseIterable {
        case none, useFilter, all
    }

    struct Layer: Codable, Sendable, Equatable {
        var id: Int
        var table: String
        var option: QueryOption
        var whereClause = ""
        var usesGeometry = true
        var includesRelated = false
        /// The last generation that the client is known to have.
        var generation = 0

        private enum CodingKeys: String, CodingKey {
            case id, table, option, includesRelated, usesGeometry, generation
            case whereClause = "where"
        }
    }

    var id: String
    var name: String
    var owner = ""
    var model = Model.perReplica
    var direction = Direction.bidirectional
    var attachmentsDirection = "bidirectional"
    var returnsAttachments = false
    var attachmentsByURL = true
    var targetType = "client"
    var geometry: Geometry?
    var spatialReference: SpatialReference?
    var layers: [Layer] = []
    /// In milliseconds since 1970.
    var created = 0
    var lastSync: Int?

    /// The last generation of which nothing is needed any more.
    var generation: Int { layers.map(\.generation).min() ?? .max }

    /// Whether it was asked for in the same words.
    func isAlike(_ other: Replica) -> Bool {
        func plain(_ layer: Layer) -> Layer {
            var layer = layer
            layer.generation = 0
            return layer
        }
        return model == other.model && direction == other.direction && attachmentsDirection == other.attachmentsDirection
            && returnsAttachments == other.returnsAttachments && attachmentsByURL == other.attachmentsByURL
            && geometry == other.geometry && spatialReference == other.spatialReference && owner == other.owner
            && layers.map(plain) == other.layers.map(plain)
    }

    /// The features of a layer that it has; nil if it has none.
    func parameters(of layer: Layer, _ definition: FeatureTableDefinition) -> QueryParameters? {
        if layer.option == .none { return nil }
        var parameters = QueryParameters()
        if definition.hasGeometry { parameters.outSpatialReference = spatialReference }
        guard layer.option == .useFilter else { return parameters }
        parameters.whereClause = layer.whereClause
        if layer.usesGeometry, definition.hasGeometry { parameters.geometry = geometry }
        return parameters
    }
}

extension Replica {
    /// What tells how far it is.
    func generations(_ generation: (Layer) -> Int) -> [(String, JSONValue)] {
        switch model {
        case .none: []
        case .perReplica: [("replicaServerGen", .integer(layers.map(generation).min() ?? 0))]
        case .perLayer:
            [
                (
                    "layerServerGens",
                    .array(layers.map { ["id": .integer($0.id), "serverGen": .integer(generation($0))] })
                )
            ]
        }
    }
}
