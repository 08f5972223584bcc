package import CairnCore
import Foundation

/// Reads the features of a feature set in Esri JSON while its bytes come.
///
/// It keeps no more than the bytes of one feature and of one chunk; only where what the features mean is said behind them, all of them.
package struct FeatureSetReader: FeatureReader {
    private enum Place {
        case opening, member, behindMember, behindAll, feature, behindFeature, end
    }

    var arrived = ArrivingBytes()
    private var place = Place.opening
    private let knownFields: [Field]
    private let isStrict: Bool
    private let tellsPlaces: Bool
    private var attributes = AttributeDecoder([])
    private var geometries = GeometryDecoder()
    /// Whether features are read when all else has been, for nothing had said yet what they mean.
    private var isPostponed = false
    /// Whether such a list of features is not all there.
    private var isWaitingForList = false
    /// Which members came before the features.
    private var leading: [String: JSONValue] = [:]

    /// All members of the set but its features, as far as they have come.
    package private(set) var members: [String: JSONValue] = [:]
    /// Whether there is a list of features, be it empty.
    package private(set) var hasFeatures = false
    /// How many features have been read.
    package private(set) var count = 0

    /// What is wrong with features, by their places; of those that are read strictly.
    package private(set) var troubles: [Int: String] = [:]

    /// - Parameters:
    ///   - fields: The types of fields, where they are known already.
    ///   - isStrict: Whether nothing is passed over or taken for something else: truth values, lists, geometries that are none.
    ///   - tellsPlaces: Whether what is wrong with a geometry is told with the feature that has it.
    package init(fields: [Field] = [], isStrict: Bool = false, tellsPlaces: Bool = true) {
        (knownFields, self.isStrict, self.tellsPlaces) = (fields, isStrict, tellsPlaces)
    }

    /// Takes more of the document.
    package mutating func append(_ chunk: some Collection<UInt8>) {
        arrived.append(chunk)
    }

    /// Says that there is no more.
    package mutating func finish() { arrived.finish() }

    /// What the set says of its features, without these; complete when all has been read.
    package var header: FeatureSet {
        var set = FeatureSet(fields: members["fields"]?.array?.compactMap(Field.init(esriJSON:)) ?? knownFields)
        set.spatialReference = try? SpatialReference(esriJSON: members["spatialReference"])
        set.exceededTransferLimit = members["exceededTransferLimit"]?.bool ?? false
        return set
    }

    /// Reads all features that are there.
    ///
    /// - Throws: `JSONSyntaxError`; ``GeometryError`` for a geometry that cannot be read.
    package mutating func read(into features: inout [Feature]) throws {
        guard arrived.areWorthReading() else { return }
        do throws(JSONStop) {
            try readOn(into: &features)
        } catch .unfinished where !arrived.isWhole {
            guard isWaitingForList else { return try arrived.waitForMore() }
            let part = "The list of features, which stands before their fields,"
            try arrived.waitForMore(of: part, atMost: arrived.mostOfList)
        } catch {
            throw error.error
        }
    }

    private mutating func readOn(into features: inout [Feature]) throws(JSONStop) {
        let bytes = arrived.bytes
        let outcome: Result<Void, JSONStop> = bytes.withUnsafeBufferPointer { bytes in
            var cursor = JSONCursor(bytes, at: arrived.position, isWhole: arrived.isWhole)
            cursor.isStrict = isStrict
            do throws(JSONStop) {
                while place != .end {
                    try step(&cursor, &features)
                    arrived.position = cursor.position
                }
                try expectNothing(&cursor)
                arrived.position = cursor.position
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try outcome.get()
    }

    private mutating func step(_ cursor: inout JSONCursor, _ features: inout [Feature]) throws(JSONStop) {
        switch place {
        case .opening: try open(&cursor)
        case .member: try readMember(&cursor)
        case .behindMember: place = try cursor.takeComma(or: "}") ? .member : try close(&cursor)
        case .behindAll: try beginPostponed(&cursor)
        case .feature:
            features.append(try feature(&cursor))
            count += 1
            place = .behindFeature
        case .behindFeature:
            if try cursor.takeComma(or: "]") { place = .feature } else { place = isPostponed ? .end : .behindMember }
        case .end: break
        }
    }

    private mutating func open(_ cursor: inout JSONCursor) throws(JSONStop) {
        // A byte-order mark is against the standard, and some servers send one.
        if try cursor.startsWithMark() { cursor.position += 3 }
        try cursor.expect("{", "a feature set is no object")
        place = try cursor.take("}") ? .end : .member
    }

    private mutating func readMember(_ cursor: inout JSONCursor) throws(JSONStop) {
        guard try cursor.next() == UInt8(ascii: "\"") else { throw cursor.wrong("a member's name is missing") }
        let name = try cursor.string()
        try cursor.expect(":", "a colon is missing after a name")
        if name == "features", try cursor.next() == UInt8(ascii: "[") { return try begin(&cursor) }
        members[name] = try cursor.value()
        if name == "spatialReference" { try expectReference() }
        place = .behindMember
    }

    private func expectReference() throws(JSONStop) {
        do throws(GeometryError) { _ = try SpatialReference(esriJSON: members["spatialReference"]) } catch {
            throw .refused(error)
        }
    }

    private mutating func begin(_ cursor: inout JSONCursor) throws(JSONStop) {
        if hasFeatures { throw .refused(.malformed("it has two lists of features")) }
        if !knownFields.isEmpty || members["fields"] != nil {
            try beginFeatures(&cursor)
            leading = members
        } else {
            isWaitingForList = true
            arrived.kept = try cursor.passValue()
            (isWaitingForList, isPostponed, hasFeatures, place) = (false, true, true, .behindMember)
        }
    }

    private mutating func beginFeatures(_ cursor: inout JSONCursor) throws(JSONStop) {
        if let transform = members["transform"], !transform.isNull { throw .refused(.unsupported("Quantized coordinates")) }
        let header = header
        attributes = AttributeDecoder(header.fields, isStrict: isStrict)
        geometries = GeometryDecoder(
            hasZ: members["hasZ"]?.bool == true, hasM: members["hasM"]?.bool == true, spatialReference: header.spatialReference)
        try cursor.expect("[", "features are no list")
        if try cursor.take("]") { place = isPostponed ? .end : .behindMember } else { place = .feature }
        hasFeatures = true
    }

    /// What has been postponed is read when nothing has followed the set.
    private mutating func beginPostponed(_ cursor: inout JSONCursor) throws(JSONStop) {
        try cursor.expectEnd()
        arrived.position = cursor.position
        guard arrived.isWhole, let list = arrived.kept else { throw .unfinished }
        (cursor.position, arrived.kept) = (list.lowerBound, nil)
        try beginFeatures(&cursor)
    }

    /// The set is at its end.
    private mutating func close(_ cursor: inout JSONCursor) throws(JSONStop) -> Place {
        if isPostponed { return .behindAll }
        let late = ["fields", "hasZ", "hasM", "spatialReference", "transform"].filter { leading[$0] != members[$0] }
            .filter { !isKnown($0) }
        if count > 0, let name = late.first {
            throw .refused(.malformed("\"\(name)\" stands behind the features, of which it says what they mean"))
        }
        return .end
    }

    /// Whether it is no harm if a member stands behind the features: who knows the fields has asked for a reference, too, and holds what is said
    /// in the end against that.
    private func isKnown(_ member: String) -> Bool {
        guard !knownFields.isEmpty else { return false }
        return member == "fields" || member == "spatialReference" && !isStrict
    }

    private func expectNothing(_ cursor: inout JSONCursor) throws(JSONStop) {
        if isPostponed { return }
        try cursor.expectEnd()
    }

    private mutating func feature(_ cursor: inout JSONCursor) throws(JSONStop) -> Feature {
        var (feature, trouble, hasAttributes, hasGeometry) = (Feature(), GeometryError?.none, false, false)
        try cursor.forEachMember { (cursor, name) throws(JSONStop) in
            if cursor.isText(name, "attributes"), try cursor.next() == UInt8(ascii: "{") {
                feature.attributes = try attributes.attributes(&cursor)
                if let trouble = attributes.takeTrouble() { troubles[count] = trouble }
                if isStrict, hasAttributes { troubles[count] = "it has attributes twice" }
                hasAttributes = true
            } else if cursor.isText(name, "geometry") {
                hasGeometry = true
                if isStrict {
                    feature.geometry = try strictGeometry(&cursor)
                } else {
                    let start = cursor
                    do throws(JSONStop) { feature.geometry = try geometries.geometry(&cursor) } catch .refused(let error) {
                        // Which feature it is of may be said behind it.
                        (trouble, cursor) = (error, start)
                        _ = try cursor.passValue()
                    }
                }
            } else {
                if isStrict, cursor.isText(name, "attributes") { troubles[count] = "its attributes are no object" }
                _ = try cursor.document(name.lowerBound - 1..<name.upperBound + 1)
                _ = try cursor.value()
            }
        }
        // Misspelt, they would be passed over.
        if isStrict, !hasAttributes, !hasGeometry {
            troubles[count] = troubles[count] ?? "it has neither attributes nor a geometry"
        }
        if let trouble {
            guard tellsPlaces else { throw .refused(trouble) }
            let name = FeatureSet.objectIDField(members["objectIdFieldName"], header.fields)
            throw .refused(trouble.told(of: feature, number: count + 1, objectIDField: name))
        }
        return feature
    }

    /// A geometry that is what it should be; what is wrong with one that is not is a trouble of its feature's, and of no other.
    private mutating func strictGeometry(_ cursor: inout JSONCursor) throws(JSONStop) -> Geometry? {
        let start = cursor
        do throws(JSONStop) {
            if let geometry = try geometries.geometry(&cursor) { return geometry }
            if let trouble = try start.troubleOfNoGeometry() { troubles[count] = trouble }
        } catch {
            // What is no JSON at all is thrown again here.
            cursor = start
            _ = try cursor.value()
            troubles[count] = "its geometry is none: \(error.reason)"
        }
        return nil
    }
}

extension JSONCursor {
    /// Why there is no geometry in what starts here; nil if nothing else is said, which is null.
    fileprivate func troubleOfNoGeometry() throws(JSONStop) -> String? {
        var cursor = self
        switch try cursor.next() {
        case UInt8(ascii: "n"): return nil
        case UInt8(ascii: "{"): return "its geometry has none of x, points, paths, rings and xmin"
        default: return "its geometry is no object"
        }
    }
}

extension JSONStop {
    /// What is wrong, as a part of a sentence.
    fileprivate var reason: String {
        switch self {
        case .unfinished: return "it ends too early"
        case .wrong(let error): return error.reason
        case .refused(.malformed(let reason)): return reason
        case .refused(let error):
            let words = "\(error)"
            return words.hasSuffix(".") ? String(words.dropLast()) : words
        }
    }
}
