#if !CAIRN_APP_CONTAINER
    import Foundation

    #if canImport(FoundationXML)
        import FoundationXML
    #endif

    /// The elements of a page, by name and by class, and its text.
    final class PageContents: NSObject, XMLParserDelegate {
        private(set) var counts: [String: Int] = [:]
        private(set) var classes: [String: Int] = [:]
        private(set) var text = ""

        /// Throws where they are not well-formed.
        init(_ text: String) throws {
            super.init()
            let parser = XMLParser(data: Data(text.utf8))
            parser.delegate = self
            if !parser.parse() { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
        }

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            counts[name, default: 0] += 1
            if let name = attributes["class"] { classes[name, default: 0] += 1 }
        }

        func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }
#endif
