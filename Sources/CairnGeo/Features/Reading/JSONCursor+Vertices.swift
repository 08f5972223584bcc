import CairnCore

extension JSONCursor {
    /// A number, or text that is one; nil for null, for "NaN" and for whatever else servers write for none.
    mutating func coordinate() throws(JSONStop) -> Double? {
        let first = try next()
        if first &- UInt8(ascii: "0") <= 9 || first == UInt8(ascii: "-") { return try double() }
        let json = try value()
        if let number = json.lenientDouble { return number }
        guard !isStrict || json.isNull || json.string == "NaN" else {
            throw .refused(.malformed("\(json.text().printable(upTo: 40)) is no coordinate"))
        }
        return nil
    }

    /// A number, or text that is one; nil for null, and for "NaN" and an empty text, which servers write for none.
    mutating func coordinate(named name: StaticString) throws(JSONStop) -> Double? {
        var ahead = self
        if let number = try coordinate() { return number }
        let json = try ahead.value()
        do throws(GeometryError) { return try json.coordinate(named: "\(name)") } catch { throw .refused(error) }
    }

    /// The vertices of each path or ring.
    mutating func parts() throws(JSONStop) -> [[Position]] {
        var parts: [[Position]] = []
        try forEachElement { (cursor) throws(JSONStop) in parts.append(try cursor.vertices()) }
        return parts
    }

    /// Vertices whose third number is taken for a height, and the fourth for a measure.
    mutating func vertices() throws(JSONStop) -> [Position] {
        var vertices: [Position] = []
        try forEachElement { (cursor) throws(JSONStop) in vertices.append(try cursor.vertex()) }
        return vertices
    }

    private mutating func vertex() throws(JSONStop) -> Position {
        try expect("[", "a vertex is no list")
        guard try !take("]"), let x = try coordinate(), try takeComma(or: "]"), let y = try coordinate() else {
            throw .refused(.malformed("a vertex needs two numbers"))
        }
        var vertex = Position(x: x, y: y)
        guard try takeComma(or: "]") else { return vertex }
        vertex.z = try coordinate()
        guard try takeComma(or: "]") else { return vertex }
        vertex.m = try coordinate()
        while try takeComma(or: "]") { _ = try value() }
        return vertex
    }
}
