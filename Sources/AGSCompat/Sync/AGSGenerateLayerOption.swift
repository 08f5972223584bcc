import CairnTasks
public import Foundation

/// How the features of a layer are chosen.
public enum AGSGenerateLayerQueryOption: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// All of them, wherever they are.
    case all = 0
    /// None but those that others are related to, if they are to come.
    case none = 1
    /// Those that the condition and the extent choose.
    case useFilter = 2

    init(_ option: GenerateLayerOption.QueryOption) {
        self =
            switch option {
            case .all: .all
            case .none: .none
            case .filter: .useFilter
            }
    }

    /// Nil if it is not known.
    var value: GenerateLayerOption.QueryOption? {
        switch self {
        case .all: .all
        case .none: GenerateLayerOption.QueryOption.none
        case .useFilter: .filter
        case .unknown: nil
        }
    }
}

/// Which features of a layer go into a geodatabase.
public final class AGSGenerateLayerOption: NSObject {
    /// The number of the layer in the service.
    public var layerID: Int
    /// How its features are chosen.
    public var queryOption = AGSGenerateLayerQueryOption.useFilter
    /// The condition that they meet; empty for none. It counts where ``queryOption`` is to use a filter.
    public var whereClause = ""
    /// Whether they lie in the extent of the geodatabase. It counts where ``queryOption`` is to use a filter.
    public var useGeometry = true
    /// Whether features that are related to those of other layers come, too.
    public var includeRelated = false

    /// The features of layer 0 in the extent.
    public convenience override init() {
        self.init(layerID: 0)
    }

    /// The features of a layer in the extent.
    public init(layerID: Int) {
        self.layerID = layerID
    }

    /// Features of a layer.
    public convenience init(layerID: Int, whereClause: String, useGeometry: Bool) {
        self.init(layerID: layerID)
        (self.whereClause, self.useGeometry) = (whereClause, useGeometry)
    }

    init(_ value: GenerateLayerOption) {
        layerID = value.layerID
        queryOption = AGSGenerateLayerQueryOption(value.queryOption)
        (whereClause, useGeometry, includeRelated) = (value.whereClause, value.usesGeometry, value.includesRelated)
    }

    /// - Throws: For a way to choose that is not known.
    func value() throws -> GenerateLayerOption {
        guard let option = queryOption.value else {
            throw AGSError.runtime(
                .commonInvalidArgument, "The query option of layer \(layerID) is unknown. Set it to all, none or useFilter.")
        }
        return GenerateLayerOption(
            layerID: layerID, queryOption: option, whereClause: whereClause, usesGeometry: useGeometry,
            includesRelated: includeRelated)
    }
}
