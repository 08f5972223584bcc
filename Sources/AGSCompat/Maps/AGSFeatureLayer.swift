import CairnGeo
import CairnTasks
import Foundation

/// The features of a table, as a layer.
open class AGSFeatureLayer: AGSLayer, AGSPopupSource {
    /// Where the features are.
    public let featureTable: AGSFeatureTable?
    let selection = FeatureSelection()
    /// How the features are drawn, as a model; nil for as the map, or the service, says.
    public var renderer: AGSRenderer?
    /// The colour around features that are selected, as a model.
    public var selectionColor = AGSColor.cyan
    /// How wide that is, in points of a screen, as a model.
    public var selectionWidth = 3.0
    /// Whether features are labelled, as a model.
    public var labelsEnabled = false
    /// How often the features are asked for anew, in minutes, as a model; 0 for never.
    public var refreshInterval = 0.0

    /// The features of a table.
    public init(featureTable: AGSFeatureTable) {
        let url = (featureTable as? AGSServiceFeatureTable)?.url
        self.featureTable = featureTable
        super.init(featureTable.source, MapLayer(.feature, title: featureTable.tableName, url: url), item: nil)
        featureTable.featureLayer = self
    }

    init(_ model: MapLayer, _ table: AGSFeatureTable, _ item: AGSItem?) {
        featureTable = table
        super.init(table.source, model, item: item)
        table.featureLayer = self
        if !model.definitionExpression.isEmpty { definitionExpression = model.definitionExpression }
    }

    /// Draws the features as the map, or the service, says: ``renderer`` is nil.
    public func resetRenderer() { renderer = nil }

    private init(copying other: AGSFeatureLayer, of table: AGSFeatureTable?) {
        featureTable = table
        (renderer, labelsEnabled, refreshInterval) = (other.renderer, other.labelsEnabled, other.refreshInterval)
        (selectionColor, selectionWidth) = (other.selectionColor, other.selectionWidth)
        super.init(copying: other, loading: table?.source)
        if table?.featureLayer == nil { table?.featureLayer = self }
    }

    /// With a table of its own, if that is a service's: the condition is the table's. Local edits stay in the other.
    override func copied() -> AGSLayer {
        AGSFeatureLayer(copying: self, of: (featureTable as? AGSServiceFeatureTable)?.copied() ?? featureTable)
    }

    /// How features are shown as popups, as a model: as those of its table.
    public var popupDefinition: AGSPopupDefinition? {
        get { featureTable?.popupDefinition }
        set { featureTable?.popupDefinition = newValue }
    }
    /// Whether features are shown as popups, as a model: as those of its table.
    public var isPopupEnabled: Bool {
        get { featureTable?.isPopupEnabled ?? false }
        set { featureTable?.isPopupEnabled = newValue }
    }

    /// A condition that features must meet, in SQL; all meet an empty one. Tables of files have none.
    public var definitionExpression: String {
        get { (featureTable as? AGSServiceFeatureTable)?.definitionExpression ?? "" }
        set { (featureTable as? AGSServiceFeatureTable)?.definitionExpression = newValue }
    }

    /// The name: that of the map, else that of the table.
    public override var name: String {
        get { super.name.isEmpty ? featureTable?.tableName ?? "" : super.name }
        set { super.name = newValue }
    }

    /// The rectangle around all features.
    public override var fullExtent: AGSEnvelope? { featureTable?.extent }
}
