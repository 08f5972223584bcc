import CairnCore
import CairnGeo

/// The fields of a layer as a table of a page.
struct FieldTable {
    /// As many as anybody reads.
    private static let most = 500
    private let fields: [Field]

    init(_ fields: [Field]) {
        self.fields = fields
    }

    var markup: String {
        let rows = fields.prefix(Self.most).map { field in
            let length = field.length.map { " (\($0))" } ?? ""
            let type = field.type.rawValue.replacing("esriFieldType", with: "")
            return "<tr><td>\(field.name.markupEscaped)</td><td>\(field.alias.markupEscaped)</td>"
                + "<td>\(type.markupEscaped)\(length)</td></tr>"
        }
        let rest = fields.count > Self.most ? "<p>… and \(fields.count - Self.most) more</p>" : ""
        return
            "<h2>Fields</h2>\n<table><tr><th>Name</th><th>Alias</th><th>Type</th></tr>\n\(rows.joined(separator: "\n"))\n</table>\(rest)"
    }
}
