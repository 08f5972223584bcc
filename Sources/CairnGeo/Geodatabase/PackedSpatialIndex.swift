import CSQLite
import CairnCore

/// Fills an empty R*Tree of SQLite's with all its entries at once, in the order of a curve that fills the plane.
///
/// Entering them one by one takes ten times as long, for SQLite looks for the best place of each. The tables behind the tree are written as its
/// documentation tells (sqlite.org/rtree.html, "Shadow tables"): nodes of the size that the empty root has, in which numbers are big-endian.
struct PackedSpatialIndex {
    private let database: Database
    private let name: String

    init(_ database: Database, _ name: String) {
        (self.database, self.name) = (database, name)
    }

    /// A box and what is in it: a row, or a node.
    struct Entry {
        let id: Int
        let minX, maxX, minY, maxY: Float
    }

    /// More than these would be too much to keep in memory: they are entered one by one.
    private static let most = 4_000_000
    private static let entrySize = 24

    /// - Parameter sql: Selects the id and the geometry of each row.
    func fill(from sql: String) throws(DatabaseError) {
        var entries: [Entry] = []
        let rows = try database.prepare(sql)
        while try rows.step() {
            guard let extent = rows.withBlob(1, { try? GeoPackageGeometry($0).extent() }) ?? nil else { continue }
            entries.append(Entry(rows.int(0), extent))
            if entries.count > Self.most { return try enterAll(sql) }
        }
        let nodeSize = try database.prepare("SELECT length(data) FROM \(table("node")) WHERE nodeno = 1")
        if !entries.isEmpty { try write(entries, nodeSize: try nodeSize.step() ? nodeSize.int(0) : 0) }
    }

    private func table(_ suffix: String) -> SQLName { SQLName("\(name)_\(suffix)") }

    private func enterAll(_ sql: String) throws(DatabaseError) {
        let insert = try database.prepare("INSERT INTO \(SQLName(name)) VALUES (?, ?, ?, ?, ?)")
        let rows = try database.prepare(sql)
        while try rows.step() {
            guard let extent = rows.withBlob(1, { try? GeoPackageGeometry($0).extent() }) ?? nil else { continue }
            insert.bind(1, rows.int(0))
            for (index, bound) in [extent.xMin, extent.xMax, extent.yMin, extent.yMax].enumerated() {
                insert.bind(Int32(index) + 2, bound)
            }
            try insert.run()
        }
    }

    // MARK: - Nodes

    private func write(_ entries: [Entry], nodeSize: Int) throws(DatabaseError) {
        let capacity = (nodeSize - 4) / Self.entrySize
        guard capacity > 1 else {
            throw DatabaseError(
                path: database.path, code: SQLITE_CORRUPT, message: "the empty index has nodes of \(nodeSize) bytes")
        }
        let node = try database.prepare("INSERT OR REPLACE INTO \(table("node")) VALUES (?, ?)")
        let parent = try database.prepare("INSERT INTO \(table("parent")) VALUES (?, ?)")
        var (level, depth, next) = (entries, 0, 2)
        while true {
            let order = depth == 0 ? Self.order(of: entries) : Array(level.indices)
            let isRoot = level.count <= capacity
            var above: [Entry] = []
            var owners = [Int](repeating: 0, count: level.count)
            for start in stride(from: 0, to: level.count, by: capacity) {
                let places = order[start..<min(start + capacity, level.count)]
                let members = places.map { level[$0] }
                let number = isRoot ? 1 : next
                if !isRoot { next += 1 }
                node.bind(1, number)
                node.bind(2, Self.bytes(of: members, depth: isRoot ? depth : 0, nodeSize))
                try node.run()
                for place in places { owners[place] = number }
                above.append(Entry(number, around: members))
            }
            try write(owners, of: level, depth == 0 ? database.prepare("INSERT INTO \(table("rowid")) VALUES (?, ?)") : parent)
            if isRoot { return }
            (level, depth) = (above, depth + 1)
        }
    }

    /// In the order of the rows, and not of the curve: at the end of its table each is entered without a search.
    private func write(_ owners: [Int], of level: [Entry], _ insert: Statement) throws(DatabaseError) {
        for (member, owner) in zip(level, owners) {
            insert.bind(1, member.id)
            insert.bind(2, owner)
            try insert.run()
        }
    }

    /// Along Hilbert's curve by their middles: neighbours in the order are neighbours in the plane.
    ///
    /// - Returns: The places of the entries, in that order.
    private static func order(of entries: [Entry]) -> [Int] {
        let all = Entry(0, around: entries)
        let (width, height) = (max(all.maxX - all.minX, .leastNormalMagnitude), max(all.maxY - all.minY, .leastNormalMagnitude))
        func cell(_ middle: Float, _ first: Float, _ length: Float) -> UInt32 {
            // By `Int`, whose rounding is not generic: it is done twice for each of many.
            UInt32(clamping: Int(rounding: Double((middle - first) / length) * 4_294_967_295) ?? 0)
        }
        let places = entries.enumerated().map { place, entry in
            let key = HilbertCurve.index(
                x: cell(entry.minX / 2 + entry.maxX / 2, all.minX, width),
                y: cell(entry.minY / 2 + entry.maxY / 2, all.minY, height))
            return (key: key, place: place)
        }
        return places.sorted { $0.key == $1.key ? $0.place < $1.place : $0.key < $1.key }.map(\.place)
    }

    /// The depth, which only the root says, how many entries there are, and these.
    private static func bytes(of entries: [Entry], depth: Int, _ size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) } }
        append(UInt16(clamping: depth))
        append(UInt16(clamping: entries.count))
        for entry in entries {
            append(Int64(entry.id))
            for bound in [entry.minX, entry.maxX, entry.minY, entry.maxY] { append(bound.bitPattern) }
        }
        bytes.append(contentsOf: repeatElement(0, count: max(0, size - bytes.count)))
        return bytes
    }
}

extension PackedSpatialIndex.Entry {
    /// The smallest box of single precision around an extent.
    init(_ id: Int, _ extent: Envelope) {
        self.id = id
        (minX, maxX) = (Self.down(extent.xMin), Self.up(extent.xMax))
        (minY, maxY) = (Self.down(extent.yMin), Self.up(extent.yMax))
    }

    /// The smallest box around others.
    init(_ id: Int, around others: [Self]) {
        self.id = id
        minX = others.reduce(.infinity) { min($0, $1.minX) }
        maxX = others.reduce(-.infinity) { max($0, $1.maxX) }
        minY = others.reduce(.infinity) { min($0, $1.minY) }
        maxY = others.reduce(-.infinity) { max($0, $1.maxY) }
    }

    private static func down(_ value: Double) -> Float {
        let near = Float(value)
        return Double(near) > value ? near.nextDown : near
    }

    private static func up(_ value: Double) -> Float {
        let near = Float(value)
        return Double(near) < value ? near.nextUp : near
    }
}
