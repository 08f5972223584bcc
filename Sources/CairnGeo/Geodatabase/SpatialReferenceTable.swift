import CairnCore

/// The systems of coordinates that a GeoPackage names.
struct SpatialReferenceTable {
    private let database: Database

    /// Coordinates of which nothing is known, in units of length and in degrees.
    static let (undefinedCartesian, undefinedGeographic) = (-1, 0)

    init(_ database: Database) { self.database = database }

    /// Enters those that must be there.
    func enterRequired() throws(DatabaseError) {
        try enter(Self.undefinedCartesian, "Undefined Cartesian", "NONE", Self.undefinedCartesian, "undefined")
        try enter(Self.undefinedGeographic, "Undefined geographic", "NONE", Self.undefinedGeographic, "undefined")
        _ = try id(of: .wgs84)
    }

    /// The id of a system in this file, which it has from now on.
    func id(of reference: SpatialReference?) throws(DatabaseError) -> Int {
        guard let reference else { return Self.undefinedCartesian }
        let wkid = reference.isWebMercator ? 3857 : reference.latestWkid ?? reference.wkid ?? 0
        if wkid > 0 {
            // Esri's own ids begin where those of EPSG end.
            let organization = wkid > 32_767 ? "ESRI" : "EPSG"
            try enter(wkid, "\(organization):\(wkid)", organization, wkid, Self.definitions[wkid] ?? reference.wkt ?? "undefined")
            return wkid
        }
        guard let wkt = reference.wkt, !wkt.isEmpty else { return Self.undefinedCartesian }
        return try id(ofText: wkt)
    }

    /// The id that a table's geometries have; nil if it is not among those that have any.
    func id(ofTable name: String) throws(DatabaseError) -> Int? {
        let statement = try database.prepare("SELECT srs_id FROM gpkg_geometry_columns WHERE lower(table_name) = lower(?)")
        statement.bind(1, name)
        return try statement.step() ? statement.int(0) : nil
    }

    private func id(ofText wkt: String) throws(DatabaseError) -> Int {
        let known = try database.prepare("SELECT srs_id FROM gpkg_spatial_ref_sys WHERE organization = 'NONE' AND definition = ?")
        known.bind(1, wkt)
        if try known.step() { return known.int(0) }
        let last = try database.prepare("SELECT max(srs_id) FROM gpkg_spatial_ref_sys")
        let id = max(try last.step() ? last.int(0) : 0, Self.firstOfText) &+ 1
        try enter(id, String(wkt.prefix(60)), "NONE", id, wkt)
        return id
    }

    /// Above all ids of EPSG and Esri.
    private static let firstOfText = 900_000

    private func enter(_ id: Int, _ name: String, _ organization: String, _ number: Int, _ wkt: String) throws(DatabaseError) {
        let statement = try database.prepare("INSERT OR IGNORE INTO gpkg_spatial_ref_sys VALUES (?, ?, ?, ?, ?, NULL)")
        statement.bind(1, name)
        statement.bind(2, id)
        statement.bind(3, organization)
        statement.bind(4, number)
        statement.bind(5, wkt)
        try statement.run()
    }

    /// What an id of this file means; nil for what is undefined.
    func reference(of id: Int) throws(DatabaseError) -> SpatialReference? {
        let statement = try database.prepare(
            "SELECT organization, organization_coordsys_id, definition FROM gpkg_spatial_ref_sys WHERE srs_id = ?")
        statement.bind(1, id)
        guard id > 0, try statement.step() else { return nil }
        let organization = statement.string(0).uppercased()
        // No id is below 1, whatever a file says.
        if organization == "EPSG" || organization == "ESRI", statement.int(1) > 0 {
            return statement.int(1) == 3857 ? .webMercator : SpatialReference(wkid: statement.int(1))
        }
        let wkt = statement.string(2)
        // What others write where nothing is known.
        return wkt.isEmpty || wkt.lowercased() == "undefined" ? nil : SpatialReference(wkt: wkt)
    }

    /// Well-known text of what is written most often (OGC 01-009); of others software knows it by the id.
    private static let definitions = [
        4326:
            #"GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AXIS["Latitude",NORTH],AXIS["Longitude",EAST],AUTHORITY["EPSG","4326"]]"#,
        3857:
            #"PROJCS["WGS 84 / Pseudo-Mercator",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]],PROJECTION["Mercator_1SP"],PARAMETER["central_meridian",0],PARAMETER["scale_factor",1],PARAMETER["false_easting",0],PARAMETER["false_northing",0],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","3857"]]"#,
    ]
}
