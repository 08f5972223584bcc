import CairnTasks

/// Which rows of tables without places come that layers are related to.
public enum AGSDestinationTableRowFilter: Int, Sendable {
    /// All of them.
    case all = 0
    /// Those that belong to features that come.
    case relatedOnly = 1

    init(_ value: DestinationTableRowFilter) {
        self =
            switch value {
            case .all: .all
            case .relatedOnly: .relatedOnly
            }
    }

    var value: DestinationTableRowFilter {
        switch self {
        case .all: .all
        case .relatedOnly: .relatedOnly
        }
    }
}
