import CairnTasks
public import Foundation

/// A trace that somebody has set up in a network under a name.
public final class AGSUtilityNamedTraceConfiguration: NSObject {
    let value: UtilityNamedTraceConfiguration
    private let definition: UtilityNetworkDefinition

    init(_ value: UtilityNamedTraceConfiguration, _ definition: UtilityNetworkDefinition) {
        (self.value, self.definition) = (value, definition)
    }

    /// What tells it from all others.
    public var globalID: UUID { value.globalID }
    /// Its name.
    public var name: String { value.name }
    /// What it is for.
    public var serviceDescription: String { value.description }
    /// Who has set it up.
    public var creator: String { value.creator }
    /// Words by which it is found.
    public var tags: [String] { value.tags }
    /// What it looks for.
    public var traceType: AGSUtilityTraceType { AGSUtilityTraceType(value.traceType) }
    /// What it gives, each as `NSValue.ags_value(with:)` makes it.
    public var resultTypes: [NSValue] { value.resultTypes.map { .ags_value(with: AGSUtilityTraceResultType($0)) } }
    /// How many starting locations it needs.
    public var minimumStartingLocations: AGSUtilityMinimumStartingLocations {
        switch value.minimumStartingLocations {
        case .some(.none): .none
        case .many: .many
        case .one, nil: .one
        }
    }

    /// How it goes, or as is usual if the service does not tell. A new object each time.
    public func makeDefaultTraceConfiguration() -> AGSUtilityTraceConfiguration {
        AGSUtilityTraceConfiguration(value.traceConfiguration ?? UtilityTraceConfiguration(), definition)
    }
}

/// How many starting locations a trace needs.
public enum AGSUtilityMinimumStartingLocations: Int, Sendable {
    /// None: it names a subnetwork.
    case none = 0
    /// One.
    case one = 1
    /// Two or more.
    case many = 2
}
