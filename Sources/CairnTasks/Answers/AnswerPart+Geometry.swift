import CairnCore
package import CairnGeo

extension AnswerPart {
    /// What coordinates mean; nil for `{}` and for an id of 0 alone, which is how servers write that they do not say.
    package func spatialReference() throws -> SpatialReference? {
        // Some write the bare id.
        guard json.object != nil else { return try wellKnownID(hasOther: false).map { SpatialReference(wkid: $0) } }
        if try members().isEmpty { return nil }
        let text = try wellKnownText("wkt") ?? wellKnownText("wkt2")
        let (own, latest) = (try optional("wkid"), try optional("latestWkid"))
        let ownID = try own?.wellKnownID(hasOther: text != nil)
        let latestID = try latest?.wellKnownID(hasOther: text != nil || ownID != nil)
        guard let wkid = ownID ?? latestID else {
            if let text { return Self.isWGS84(text) ? .wgs84 : SpatialReference(wkt: text) }
            guard own == nil, latest == nil else { return nil }
            throw refusal("has neither wkid nor wkt")
        }
        var reference = SpatialReference(wkid: wkid, latestWkid: latestID)
        reference.wkt = text
        return reference
    }

    private func wellKnownText(_ name: String) throws -> String? {
        try optional(name)?.json.string.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }

    /// Nil for 0, and where there is a text for all below; else these are ids of references of which nothing is known.
    private func wellKnownID(hasOther: Bool) throws -> Int? {
        if json.string?.allSatisfy(\.isWhitespace) == true { return nil }
        let id = try wholeNumber()
        return id > 0 || id < 0 && !hasOther ? id : nil
    }

    /// Whether a text is that of WGS 84 in degrees from Greenwich, as Esri or OGC write it.
    private static func isWGS84(_ text: String) -> Bool {
        let words = text.filter { !$0.isWhitespace }.uppercased()
        let begins = ["GEOGCS[\"GCS_WGS_1984\",", "GEOGCS[\"WGS84\","].contains { words.hasPrefix($0) }
        return begins && words.contains("PRIMEM[\"GREENWICH\",0") && words.contains("UNIT[\"DEGREE\",0.01745329")
    }

    /// A place; nil for `{}` and for coordinates that are null or "NaN", which is how servers write that there is none.
    ///
    /// - Parameter inherited: What coordinates mean if the place itself does not say.
    package func place(in inherited: SpatialReference?) throws -> MapPoint? {
        guard let coordinates = try numbers(["x", "y"]) else { return nil }
        let reference = try optional("spatialReference")?.spatialReference() ?? inherited
        let (x, y) = (coordinates[0], coordinates[1])
        guard reference?.hasPlace(x, y) ?? true else { throw refusal("is no place on Earth") }
        return MapPoint(
            x: x, y: y, z: try optional("z")?.json.lenientDouble, m: try optional("m")?.json.lenientDouble,
            spatialReference: reference)
    }

    /// A rectangle; nil as for ``place(in:)``.
    package func extent(in inherited: SpatialReference?) throws -> Envelope? {
        guard let sides = try numbers(["xmin", "ymin", "xmax", "ymax"]) else { return nil }
        let reference = try optional("spatialReference")?.spatialReference() ?? inherited
        return Envelope(xMin: sides[0], yMin: sides[1], xMax: sides[2], yMax: sides[3], spatialReference: reference)
    }

    /// All of them, or nil if there is none; some of them are no geometry.
    private func numbers(_ names: [String]) throws -> [Double]? {
        let parts = try names.map { try optional($0) }
        let isNothing = parts.allSatisfy { $0 == nil || $0?.json.string?.lowercased() == "nan" }
        if isNothing { return nil }
        return try zip(names, parts).map { name, part in
            guard let part else { throw refusal("has no \(name)") }
            return try part.number()
        }
    }
}

extension SpatialReference {
    /// Whether such coordinates can be anywhere, where that is known; maps that go round the Earth have it twice.
    fileprivate func hasPlace(_ x: Double, _ y: Double) -> Bool {
        if isWGS84 { return abs(x) <= 360 && abs(y) <= 90 }
        return !isWebMercator || abs(x) <= 2 * .pi * WebMercator.radius && abs(y) <= 1e9
    }
}
