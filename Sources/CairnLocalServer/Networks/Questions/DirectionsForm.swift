import CairnCore
import CairnTasks

/// How directions are told: in what, and how much of them.
struct DirectionsForm {
    enum Extent: String, CaseIterable {
        case standard = "esriDOTStandard"
        case complete = "esriDOTComplete"
        case completeNoEvents = "esriDOTCompleteNoEvents"
        case instructionsOnly = "esriDOTInstructionsOnly"
        case summaryOnly = "esriDOTSummaryOnly"
    }

    let extent: Extent
    /// What lengths are told in.
    let unit: CostAttribute.Unit

    /// - Parameter usual: What distances are told in if nothing is said of that.
    init(_ request: ServiceRequest, _ usual: UnitSystem) throws(ServiceFailure) {
        extent = try request.choice("directionsOutputType") ?? .standard
        unit = try request.choice("directionsLengthUnits") ?? usual.costUnit
        if unit.meters == nil { throw .invalid("directionsLengthUnits", "\(unit.rawValue) is no length") }
    }

    /// What words tell distances in.
    var units: UnitSystem { [.miles, .yards, .feet, .inches].contains(unit) ? .imperial : .metric }
}
