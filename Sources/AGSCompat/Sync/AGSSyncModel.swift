import CairnGeo

/// What is brought up to date at once of a copy of a feature service.
public enum AGSSyncModel: Int, Sendable {
    /// Nothing: the copy is never brought up to date.
    case none = 0
    /// All of it.
    case geodatabase = 1
    /// Each layer for itself.
    case layer = 2

    init(_ model: GeodatabaseSyncModel) {
        self =
            switch model {
            case .none: .none
            case .geodatabase: .geodatabase
            case .layer: .layer
            }
    }

    var value: GeodatabaseSyncModel {
        switch self {
        case .none: .none
        case .geodatabase: .geodatabase
        case .layer: .layer
        }
    }
}
