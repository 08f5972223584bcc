import CairnCore

/// A plain page for a person with a browser.
struct ServicePage: Sendable {
    let title: String
    var links: [(name: String, address: String)] = []
    var json: JSONValue?
    /// What stands between the links and the JSON, as markup.
    let markup: String

    init(title: String, links: [(name: String, address: String)] = [], json: JSONValue? = nil, markup: String = "") {
        self.title = title
        self.links = links
        self.json = json
        self.markup = markup
    }

    var html: String {
        let list = links.map { "<li><a href=\"\($0.address.markupEscaped)\">\($0.name.markupEscaped)</a></li>" }.joined(
            separator: "\n")
        let body = json.map { "<pre>\($0.text(pretty: true).markupEscaped)</pre>" } ?? ""
        return """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title.markupEscaped)</title>
            <style>body { font: 16px/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em }
            pre { background: #f4f4f4; padding: 1em; overflow: auto }
            table { border-collapse: collapse; display: block; overflow: auto }
            th, td { border: 1px solid #ccc; padding: .2em .5em; text-align: left; vertical-align: top }
            label { display: block; margin: .3em 0 } label input, label select { width: 100%; box-sizing: border-box }</style></head>
            <body><h1>\(title.markupEscaped)</h1>
            <ul>
            \(list)
            </ul>
            \(markup)
            \(body)
            </body></html>

            """
    }
}
