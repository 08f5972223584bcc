import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The texts of a picture in SVG, each with the room that it has and the room that it takes.
final class DrawnPicture: NSObject, XMLParserDelegate {
    struct Text {
        var content = ""
        let x: Double
        let size: Double
        let isBold: Bool
        let isCentred: Bool
        /// From where to where it may reach: the paper's, or its box's.
        let room: ClosedRange<Double>

        var extent: ClosedRange<Double> {
            let width = size * content.unicodeScalars.reduce(0) { $0 + TextExtent.ems($1, isBold: isBold) }
            let start = isCentred ? x - width / 2 : x
            return start...(start + width)
        }
    }

    private(set) var texts: [Text] = []
    private(set) var titles: [String] = []
    private(set) var boxes: [ClosedRange<Double>] = []
    private(set) var paper = 0.0...0.0
    private(set) var error: (any Error)?

    private var shifts: [Double] = []
    private var room = 0.0...0.0
    private var path: [String] = []

    init(_ svg: String) {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        if !parser.parse() { error = parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        path.append(name)
        let shift = shifts.reduce(0, +)
        switch name {
        case "svg":
            let numbers = (attributes["viewBox"] ?? "").split(separator: " ").compactMap { Double($0) }
            if numbers.count == 4 { paper = numbers[0]...(numbers[0] + numbers[2]) }
            room = paper
        case "g": shifts.append(Self.shift(attributes["transform"]))
        case "rect" where attributes["y"] == nil && attributes["width"] != "100%":
            room = shift...(shift + (Double(attributes["width"] ?? "") ?? 0))
            boxes.append(room)
        case "text":
            texts.append(
                Text(
                    x: shift + (Double(attributes["x"] ?? "") ?? .nan), size: Double(attributes["font-size"] ?? "13") ?? 0,
                    isBold: attributes["font-weight"] == "bold", isCentred: attributes["text-anchor"] == "middle", room: room))
        case "title": titles.append("")
        default: break
        }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        path.removeLast()
        if name == "g" { shifts.removeLast() }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if path.last == "text" { texts[texts.count - 1].content += string }
        if path.last == "title" { titles[titles.count - 1] += string }
    }

    private static func shift(_ transform: String?) -> Double {
        guard let inner = transform?.split(separator: "(").last else { return 0 }
        return Double(inner.prefix { $0 != " " && $0 != ")" }) ?? .nan
    }
}
