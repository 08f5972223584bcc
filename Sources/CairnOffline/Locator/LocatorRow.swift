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
    var unit = ""
    var otherNames: [String] = []
    /// By how many people live there, 0 where nobody says so.
    var importance: UInt16 = 0
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
        /// "-" and "--" say that nothing is known.
        func known(_ role: LocatorTable.Role) -> String {
            let text = text(role)
            return text.utf8.count > 3 || Self.isUsable(text) ? text : ""
        }
        name = text(.name)
        street = text(.street)
        city = known(.city)
        subregion = known(.subregion)
        region = known(.region)
        postal = known(.postal)
        country = known(.country)
        category = known(.category)
        unit = known(.unit)
        let others = text(.otherNames)
        if !others.isEmpty {
            otherNames = others.split(whereSeparator: { "|;".contains($0) }).map { $0.trimmingCharacters(in: .whitespaces) }
        }
        importance = Self.importance(text(.importance))
        switch table.content {
        case .places:
            try Self.check(name, "name")
            line = [try Self.position(text(.x), text(.y))]
        case .addresses:
            line = [try Self.position(text(.x), text(.y))]
            numbers = text(.number).split { ";,".contains($0) }.compactMap { part in
                HouseNumber(part.trimmingCharacters(in: .whitespaces))
            }
            try keepUsable()
            if name.isEmpty, numbers.isEmpty { throw Problem(reason: "\"\(text(.number))\" is no house number") }
        case .ranges:
            try Self.check(street, "street")
            first = try Self.number(text(.from))
            last = try Self.number(text(.to))
            parity = ["odd": Parity.odd, "even": .even][text(.parity).lowercased()] ?? .all
            line = try Self.line(text(.line))
        }
    }

    /// What lies there, in the file's numbers.
    var box: GeoBox {
        line.reduce(into: GeoBox.none) { $0.include(GeoBox(x: Fixed.from($1.x), y: Fixed.from($1.y))) }
    }

    /// The number and the street of a point of interest.
    var streetAddress: String {
        guard let number = numbers.first, !street.isEmpty else { return street }
        return "\(number.label.uppercased()) \(street)"
    }

    func context(_ defaultCountry: String, hasCity: Bool) -> BuildContext {
        BuildContext(
            country: country.isEmpty ? defaultCountry.uppercased() : country.uppercased(), region: region, subregion: subregion,
            city: hasCity ? city : "", postal: hasCity && city.isEmpty ? postal : "")
    }

    /// A thousand for each power of ten.
    private static func importance(_ text: String) -> UInt16 {
        guard let people = Double(text), people >= 1 else { return 0 }
        return UInt16(clamping: Int(rounding: log10(people) * 1000 + 1) ?? 0)
    }

    /// A house whose name is "?" is a house all the same, and a school in the street "-" a school.
    private mutating func keepUsable() throws(Problem) {
        if !name.isEmpty, !Self.isUsable(name), let other = otherNames.first(where: Self.isUsable) { name = other }
        if name.isEmpty { return try Self.check(street, "street") }
        switch (Self.isUsable(name), Self.isUsable(street)) {
        case (true, let isStreet): if !isStreet { street = "" }
        case (false, true): name = ""
        case (false, false): try Self.check(name, "name")
        }
    }

    /// What has neither letters nor digits could never be found.
    private static func isUsable(_ text: String) -> Bool {
        text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
    }

    private static func check(_ text: String, _ role: String) throws(Problem) {
        if text.isEmpty { throw Problem(reason: "the \(role) is empty") }
        if !isUsable(text) {
            throw Problem(reason: "the \(role) \"\(text.prefix(30))\" has neither letters nor digits")
        }
    }

    private static func number(_ text: String) throws(Problem) -> Int {
        guard let number = HouseNumber(text.lowercased())?.value else {
            throw Problem(reason: "\"\(text)\" is no house number")
        }
        return number
    }

    private static func position(_ x: String, _ y: String) throws(Problem) -> Position {
        let position = Position(x: Double(decimal: x) ?? .nan, y: Double(decimal: y) ?? .nan)
        try check(position, "\(x), \(y)")
        return position
    }

    private static func check(_ position: Position, _ place: String) throws(Problem) {
        let (longitude, latitude) = (position.x, position.y)
        if abs(longitude) <= 180, abs(latitude) <= 90 { return }
        guard longitude.isFinite, latitude.isFinite else {
            throw Problem(reason: "\"\(place)\" is no longitude and latitude in degrees")
        }
        let text = "\"\(place)\" cannot be longitude and latitude in degrees"
        if abs(longitude) <= 90, abs(latitude) <= 180 { throw Problem(reason: text + ": they look swapped") }
        throw Problem(reason: text + ": it looks like metres or feet of a projection; convert it to WGS 84 first")
    }

    private static func line(_ text: String) throws(Problem) -> [Position] {
        guard case .polyline(let polyline)? = try? Geometry(wkt: text), polyline.paths.count == 1 else {
            throw Problem(reason: "\"\(text.prefix(30))\" is no LINESTRING")
        }
        let line = polyline.paths[0]
        for vertex in line { try check(vertex, "\(vertex.x), \(vertex.y)") }
        guard line.count >= 2 else { throw Problem(reason: "a line needs two vertices") }
        // A locator has neither heights nor measures.
        return line.map { Position(x: $0.x, y: $0.y) }
    }
}
