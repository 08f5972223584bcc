import CairnCore
import CairnGeo

/// Features as a table of a page.
struct FeaturePageTable {
    private static let mostFields = 200
    private let fields: [Field]
    private let features: [Feature]
    /// The address of a feature's page before its id, and the field that holds the ids; nil for rows without pages.
    private let pages: (address: String, field: String)?

    init(_ fields: [Field], _ features: [Feature], _ pages: (address: String, field: String)?) {
        (self.fields, self.features, self.pages) = (Array(fields.prefix(Self.mostFields)), features, pages)
    }

    var markup: String {
        let head = fields.map { "<th>\($0.alias.markupEscaped)</th>" }.joined()
        let rows = features.map { feature in "<tr>\(fields.map { cell($0, feature) }.joined())</tr>" }
        return "<table><tr>\(head)</tr>\n\(rows.joined(separator: "\n"))\n</table>"
    }

    private func cell(_ field: Field, _ feature: Feature) -> String {
        let text = (feature.attributes[field.name] ?? .null).text.printable(upTo: 200).markupEscaped
        guard let pages, field.name == pages.field else { return "<td>\(text)</td>" }
        return "<td><a href=\"\((pages.address + text).markupEscaped)?f=html\">\(text)</a></td>"
    }
}
