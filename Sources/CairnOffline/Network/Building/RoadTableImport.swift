import CairnCore
import CairnGeo
import Foundation

/// Reads a road network out of two tables: of places, and of the roads between them.
///
/// The columns `id`, `lon`, `lat`, and `from`, `to`, `millimetres`, `milliseconds`, `oneway`, `class`, `name`, `via_lon_lat` are found by their names.
/// `oneway` is 0 for both directions, 1 for that of the row and -1 for the other one; without `class` roads are for everybody. A row that cannot be
/// used, for its class is none, too, ends the work: a network without one of its roads leads people astray.
struct RoadTableImport {
    private var draft = RoadDraft()
    private var vertices: [Int: UInt32] = [:]

    /// - Throws: ``RoadNetworkError``, `SystemError`, `CSVError`; `CancellationError` if the calling task is cancelled.
    static func draft(nodes: URL, edges: URL) throws -> RoadDraft {
        var reading = RoadTableImport()
        try reading.readNodes(nodes)
        try reading.readEdges(edges)
        return reading.draft
    }

    /// Calls `body` for each row.
    private func forEachRow(of url: URL, _ names: [String], optional: [String] = [], _ body: (Row) throws -> Void) throws {
        let reader = try CSVReader(url)
        guard let header = try reader.next() else { throw Self.unusable(url, 1, "it is empty") }
        var places: [String: Int] = [:]
        for (place, name) in header.fields.enumerated() where places[name.lowercased()] == nil {
            places[name.lowercased()] = place
        }
        if let missing = names.first(where: { places[$0] == nil }) {
            throw Self.unusable(url, 1, "there is no column \(missing); the columns are \(header.fields.joined(separator: ", "))")
        }
        let columns = (names + optional).map { places[$0] ?? -1 }
        var count = 0
        while let row = try reader.next() {
            // Not by lines: a row may have several.
            count += 1
            if count % 4096 == 0 { try Task.checkCancellation() }
            if row.fields == [""] { continue }
            if let problem = row.problem { throw Self.unusable(url, row.line, problem) }
            try body(Row(url: url, line: row.line, fields: columns.map { row.fields.indices.contains($0) ? row.fields[$0] : "" }))
        }
    }

    private static func unusable(_ url: URL, _ line: Int, _ reason: String) -> RoadNetworkError {
        .unusableTable(CSVError(file: url.path, line: line, reason: reason))
    }

    /// A row's fields, in the order in which they were asked for.
    private struct Row {
        let url: URL
        let line: Int
        let fields: [String]

        func unusable(_ reason: String) -> RoadNetworkError { RoadTableImport.unusable(url, line, reason) }

        func wholeNumber(_ index: Int, _ name: String) throws -> Int {
            guard let number = Int(fields[index]) else { throw unusable("\(name) is \"\(fields[index])\", and no whole number") }
            return number
        }

        func degrees(_ text: some StringProtocol, _ name: String, _ bound: Double) throws -> Int32 {
            guard let number = Double(decimal: text), number.isFinite else {
                throw unusable("\(name) is \"\(text)\", and no number")
            }
            guard abs(number) <= bound, let fixed = Int32(rounding: number * 1e7) else {
                throw unusable(
                    "\(name) is \(text), and degrees go from -\(Int(rounding: bound) ?? 0) to \(Int(rounding: bound) ?? 0): are the two exchanged?"
                )
            }
            return fixed
        }
    }

    private mutating func readNodes(_ url: URL) throws {
        var (vertices, places) = ([Int: UInt32](), [RoadDraft.Place]())
        try forEachRow(of: url, ["id", "lon", "lat"]) { row in
            let id = try row.wholeNumber(0, "id")
            guard vertices[id] == nil else { throw row.unusable("there is a place \(id) already") }
            vertices[id] = UInt32(truncatingIfNeeded: places.count)
            places.append(
                RoadDraft.Place(
                    longitude: try row.degrees(row.fields[1], "lon", 180), latitude: try row.degrees(row.fields[2], "lat", 90)))
        }
        (self.vertices, draft.vertices) = (vertices, places)
    }

    private mutating func readEdges(_ url: URL) throws {
        var draft = draft
        try forEachRow(
            of: url, ["from", "to", "millimetres", "milliseconds"], optional: ["oneway", "class", "name", "via_lon_lat", "ref"]
        ) { row in
            let (shape, edge) = (try Self.shape(row), try edge(row, &draft))
            draft.append(edge, along: [draft.vertices[Int(edge.from)]] + shape + [draft.vertices[Int(edge.to)]])
        }
        guard !draft.edges.isEmpty else { throw RoadNetworkError.empty(path: url.path) }
        self.draft = draft
    }

    private func edge(_ row: Row, _ draft: inout RoadDraft) throws -> RoadDraft.Edge {
        func vertex(_ index: Int, _ name: String) throws -> UInt32 {
            let id = try row.wholeNumber(index, name)
            guard let vertex = vertices[id] else { throw row.unusable("there is no place \(id), to which \(name) leads") }
            return vertex
        }
        func measure(_ index: Int, _ name: String, below bound: UInt32) throws -> UInt32 {
            let number = try row.wholeNumber(index, name)
            guard number >= 0 else { throw row.unusable("\(name) is \(number): no road is shorter than nothing") }
            guard let measure = UInt32(exactly: number), measure < bound else {
                throw row.unusable("\(name) is \(number): no road is that long")
            }
            return measure
        }
        guard let oneWay = row.fields[4].isEmpty ? 0 : Int(row.fields[4]), (-1...1).contains(oneWay) else {
            throw row.unusable("oneway is \"\(row.fields[4])\", and not 0, 1 or -1")
        }
        guard let roadClass = RoadClass(name: row.fields[5].isEmpty ? RoadClass.road.name : row.fields[5]) else {
            throw row.unusable(
                "class is \"\(row.fields[5])\", and not one of \(RoadClass.allCases.map(\.name).joined(separator: ", "))")
        }
        let time = try measure(3, "milliseconds", below: Distance.none)
        let isDrivable = roadClass.drivingSpeed != nil
        return RoadDraft.Edge(
            from: try vertex(0, "from"), to: try vertex(1, "to"), roadClass: roadClass,
            length: try measure(2, "millimetres", below: .max), drivingTime: isDrivable && oneWay >= 0 ? time : Distance.none,
            drivingTimeBack: isDrivable && oneWay <= 0 ? time : Distance.none, isForWalking: roadClass.isForWalking,
            name: draft.number(of: row.fields[6]), reference: draft.number(of: row.fields[8]))
    }

    /// Longitudes and latitudes with a space between them, and semicolons between the places.
    private static func shape(_ row: Row) throws -> [RoadDraft.Place] {
        try row.fields[7].split(separator: ";").map { place in
            let parts = place.split(separator: " ")
            guard parts.count == 2 else { throw row.unusable("\"\(place)\" in via_lon_lat is no longitude and latitude") }
            return RoadDraft.Place(
                longitude: try row.degrees(parts[0], "a longitude", 180), latitude: try row.degrees(parts[1], "a latitude", 90))
        }
    }
}
