public import CairnGeo
public import CairnTasks

extension LocatorFile {
    /// What is nearest to each of many places, for tables of a million: as quick as the nearest neighbours of a k-d tree, and on the ellipsoid.
    ///
    /// ```swift
    /// let file = LocatorFile(URL(filePath: "town.locator"))
    /// let places = [Position(x: -89.65, y: 39.80), Position(x: -89.64, y: 39.79)]
    /// for entry in try await file.nearestEntries(to: places) {
    ///     if let entry { print(try file.result(of: entry)?.label ?? "") }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - places: Longitude and latitude in degrees, WGS 84; 361 degrees east are one.
    ///   - maxDistance: In metres; nil is 500 m for addresses and points of interest and 50 km for settlements. What is no distance is none: then
    ///     only what lies at the place itself is found.
    ///   - featureTypes: Only these, such as "PointAddress"; empty is all that the tables have. "StreetName" is the street of the nearest house.
    /// - Returns: For each place, in their order, what is nearest to it, or nil if nothing is near enough or it is no place on earth.
    /// - Throws: ``LocatorError``; `CancellationError`, heard before each place.
    @concurrent
    public func nearestEntries(
        to places: [Position], maxDistance: Double? = nil, featureTypes: [String] = []
    ) async throws -> [LocatorEntry?] {
        try await engine().nearest(to: places, maximumDistance: maxDistance, types: featureTypes)
    }

    /// What an entry stands for, with all attributes; nil if the file has no such entry.
    ///
    /// - Parameters:
    ///   - entry: What was found.
    ///   - reference: What the coordinates shall mean.
    /// - Throws: ``LocatorError``; what `projected(to:)` throws.
    public func result(of entry: LocatorEntry, in reference: SpatialReference = .wgs84) throws -> GeocodeResult? {
        let engine = try engine()
        let candidate = try engine.telling { () throws(BlockDamage) in try engine.candidate(entry) }
        return try candidate.map { try LocatorAttributes.result($0, names: ["*"], in: reference, engine) }
    }
}
