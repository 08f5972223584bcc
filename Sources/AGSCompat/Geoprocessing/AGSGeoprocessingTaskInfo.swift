import CairnTasks
public import Foundation

/// What a tool says of itself.
public final class AGSGeoprocessingTaskInfo: NSObject {
    private let value: GeoprocessingTaskInfo
    /// The address of the tool.
    public let url: URL?

    init(_ value: GeoprocessingTaskInfo, _ url: URL) {
        (self.value, self.url) = (value, url)
    }

    /// Its name in addresses.
    public var name: String { value.name }
    /// Its name for people.
    public var displayName: String { value.displayName }
    /// What it does.
    public var serviceDescription: String { value.description }
    /// What it belongs to.
    public var category: String { value.category }
    /// Where its manual is.
    public var helpURL: URL? { value.helpURL.isEmpty ? nil : URL(string: value.helpURL) }
    /// How it does its work.
    public var executionType: AGSGeoprocessingExecutionType { AGSGeoprocessingExecutionType(value.executionType) }
    /// Its parameters, inputs and outputs, in its order.
    public var parameterInfos: [AGSGeoprocessingParameterInfo] { value.parameters.map(AGSGeoprocessingParameterInfo.init) }
}
