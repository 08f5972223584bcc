import CairnCore

/// A plain page for a person with a browser.
struct ServicePage: Sendable {
    let title: String
    var links: [(name: String, address: String)] = []
    var json: JSONValue?

    init(title: String, links: [(name: String, address: String)] = [], json: JSONValue? = nil) {
        self.title = title
        self.links = links
        self.json = json
    }

    var html: String {
        let list = links.map { "<li><a href=\"\(Self.escape($0.address))\">\(Self.escape($0.name))</a></li>" }.joined(
            separator: "\n")
        let body = json.map { "<pre>\(Self.escape($0.text(pretty: true)))</pre>" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(Self.escape(title))</title>
            <style>body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em }
            pre { background: #f4f4f4; padding: 1em; overflow: auto }</style></head>
            <body><h1>\(Self.escape(title))</h1>
            <ul>
            \(list)
            </ul>
            \(body)
            </body></html>

            """
    }

    private static func escape(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
