import CairnCore
import CairnGeo
import Foundation

/// One usable row of a table.
struct LocatorRow {
    var name = ""
    var street = ""
    var city = ""
    var subregion = ""
    var region = ""
    var postal = ""
    var country = ""
    var category = ""
    var numbers: [HouseNumber] = []
    var first = 0
    var last = 0
    var parity = Parity.all
    var line: [Position] = []

    struct Problem: Error {
        let reason: String
    }

    init(_ row: CSVReader.Row, of table: LocatorTable) throws(Problem) {
        if let problem = row.problem { throw Problem(reason: problem) }
        func text(_ role: LocatorTable.Role) -> String {
            guard let column = table.columns[role], column < row.fields.count else { return "" }
            let field = row.fields[column]
            return field.first?.isWhitespace == true || field.last?.isWhitespace == true
                ? field.trimmingCharacters(in: .whitespaces) : field
        }
        name = text(.name)
        street = text(.street)
        city = text(.city)
        subregion = text(.subregion)
        region = text(.region)
        postal = text(.postal)
        country = text(.country)
        category = text(.category)
        switch table.content {
        case .places:
            if name.isEmpty { throw Problem(reason: "the name is empty") }
            line = [try Self.position(text(.x), text(.y))]
        case .addresses:
            line = [try Self.position(text(.x), text(.y))]
            numbers = text(.number).split { ";,".contains($0) }.compactMap { part in
                HouseNumber(part.trimmingCharacters(in: .whitespaces))
            }
            if name.isEmpty, street.isEmpty { throw Problem(reason: "the street is empty") }
            if name.isEmpty, numbers.isEmpty { throw Problem(reason: "\"\(text(.number))\" is no house number") }
        case .ranges:
            if street.isEmpty { throw Problem(reason: "the street is empty") }
            first = try Self.number(text(.from))
            last = try Self.number(text(.to))
            parity = ["odd": Parity.odd, "even": .even][text(.parity).lowercased()] ?? .all
            line = try Self.line(text(.line))
        }
    }

    private static func number(_ text: String) throws(Problem) -> Int {
        guard let number = HouseNumber(text.lowercased())?.value else {
            throw Problem(reason: "\"\(text)\" is no house number")
        }
        return number
    }

    private static func position(_ x: String, _ y: String) throws(Problem) -> Position {
        guard let x = Double(decimal: x), let y = Double(decimal: y), abs(x) <= 180, abs(y) <= 90 else {
            throw Problem(reason: "\"\(x), \(y)\" is no longitude and latitude in degrees")
        }
        return Position(x: x, y: y)
    }

    private static func line(_ text: String) throws(Problem) -> [Position] {
        guard let open = text.firstIndex(of: "("), text.hasSuffix(")"),
            text[..<open].trimmingCharacters(in: .whitespaces).uppercased().hasPrefix("LINESTRING")
        else { throw Problem(reason: "\"\(text.prefix(30))\" is no LINESTRING") }
        var line: [Position] = []
        for vertex in text[text.index(after: open)...].dropLast().split(separator: ",") {
            let numbers = vertex.split(separator: " ")
            guard numbers.count >= 2 else { throw Problem(reason: "\"\(vertex)\" is no vertex") }
            line.append(try position(String(numbers[0]), String(numbers[1])))
        }
        guard line.count >= 2 else { throw Problem(reason: "a line needs two vertices") }
        return line
    }
}
