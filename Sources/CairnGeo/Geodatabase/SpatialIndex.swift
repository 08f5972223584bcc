import CairnCore

/// The R*Tree of a table's geometries, kept by triggers (OGC 12-128r18, annex F.3).
struct SpatialIndex {
    let database: Database
    let table: SQLName
    let id: SQLName
    let geometry: SQLName
    let name: String
    let definition: FeatureTableDefinition

    init(_ definition: FeatureTableDefinition, _ database: Database) {
        self.database = database
        self.definition = definition
        (table, id, geometry) = (SQLName(definition.name), SQLName(definition.objectIDField), SQLName(definition.geometryColumn))
        name = Self.name(definition)
    }

    static func name(_ definition: FeatureTableDefinition) -> String { "rtree_\(definition.name)_\(definition.geometryColumn)" }

    /// Whether the table has one: the file says so, and it is there.
    func exists() throws(DatabaseError) -> Bool {
        guard try ExtensionTable(database).has("gpkg_rtree_index", table: definition.name) else { return false }
        return try database.has(table: name)
    }

    /// Makes the index of what the table holds, and keeps it from now on; within a transaction of the caller's.
    func create() throws(DatabaseError) {
        try removeRemains()
        try database.execute("CREATE VIRTUAL TABLE \(SQLName(name)) USING rtree(id, minx, maxx, miny, maxy)")
        try PackedSpatialIndex(database, name).fill(from: "SELECT \(id), \(geometry) FROM \(table) WHERE \(geometry) NOTNULL")
        for sql in triggers { try database.execute(sql) }
        try ExtensionTable(database).enter(
            "gpkg_rtree_index", table: definition.name, column: definition.geometryColumn,
            definition: "http://www.geopackage.org/spec120/#extension_rtree", scope: "write-only")
    }

    /// Removes what somebody left of another one: a tree that nothing keeps, or triggers whose tree is gone.
    private func removeRemains() throws(DatabaseError) {
        let statement = try database.prepare(
            "SELECT name FROM sqlite_master WHERE type = 'trigger' AND lower(tbl_name) = lower(?1) AND substr(name, 1, length(?2)) = ?2"
        )
        statement.bind(1, definition.name)
        statement.bind(2, "\(name)_")
        var triggers: [SQLName] = []
        while try statement.step() { triggers.append(SQLName(statement.string(0))) }
        for trigger in triggers { try database.execute("DROP TRIGGER \(trigger)") }
        try database.execute("DROP TABLE IF EXISTS \(SQLName(name))")
    }

    /// The rectangle around all that the index holds, nil if that is nothing: from its root alone, however large it is.
    func extent() throws(DatabaseError) -> Envelope? {
        let statement = try database.prepare("SELECT data FROM \(SQLName("\(name)_node")) WHERE nodeno = 1")
        guard try statement.step() else { return nil }
        return statement.withBlob(0) { Self.extent(ofNode: $0) }.flatMap(\.self)
    }

    /// A node is two bytes of depth, two that count its entries, and for each eight of its id and four of each bound.
    private static func extent(ofNode bytes: UnsafeRawBufferPointer) -> Envelope? {
        guard bytes.count >= 4 else { return nil }
        var cursor = BinaryCursor(bytes)
        cursor.isBigEndian = true
        let count = Int(cursor.readWord() & 0xFFFF)
        var extent: Envelope?
        for _ in 0..<min(count, cursor.left / 24) {
            _ = cursor.readNumber()
            let bounds = (0..<4).map { _ in Double(Float(bitPattern: cursor.readWord())) }
            let box = Envelope(xMin: bounds[0], yMin: bounds[2], xMax: bounds[1], yMax: bounds[3])
            extent = extent?.union(box) ?? box
        }
        return extent
    }

    private var triggers: [String] {
        let tree = SQLName(name)
        let hasPlace = "(NEW.\(geometry) NOTNULL AND NOT ST_IsEmpty(NEW.\(geometry)))"
        let hasNone = "(NEW.\(geometry) ISNULL OR ST_IsEmpty(NEW.\(geometry)))"
        let bounds = ["ST_MinX", "ST_MaxX", "ST_MinY", "ST_MaxY"].map { "\($0)(NEW.\(geometry))" }.joined(separator: ", ")
        let insert = "INSERT OR REPLACE INTO \(tree) VALUES (NEW.\(id), \(bounds));"
        let isSame = "OLD.\(id) = NEW.\(id)", isOther = "OLD.\(id) != NEW.\(id)"
        func trigger(_ suffix: String, _ event: String, _ condition: String, _ action: String) -> String {
            "CREATE TRIGGER \(SQLName("\(name)_\(suffix)")) AFTER \(event) ON \(table) WHEN \(condition) BEGIN \(action) END"
        }
        return [
            trigger("insert", "INSERT", hasPlace, insert),
            trigger("update1", "UPDATE OF \(geometry)", "\(isSame) AND \(hasPlace)", insert),
            trigger("update2", "UPDATE OF \(geometry)", "\(isSame) AND \(hasNone)", "DELETE FROM \(tree) WHERE id = OLD.\(id);"),
            trigger("update3", "UPDATE", "\(isOther) AND \(hasPlace)", "DELETE FROM \(tree) WHERE id = OLD.\(id); \(insert)"),
            trigger("update4", "UPDATE", "\(isOther) AND \(hasNone)", "DELETE FROM \(tree) WHERE id IN (OLD.\(id), NEW.\(id));"),
            trigger("delete", "DELETE", "OLD.\(geometry) NOTNULL", "DELETE FROM \(tree) WHERE id = OLD.\(id);"),
        ]
    }
}
