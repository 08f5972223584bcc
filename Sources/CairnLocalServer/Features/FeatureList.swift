import CairnCore
import CairnGeo

/// Reads a JSON array of features that stands alone, without a tree of it.
struct FeatureList {
    /// What holds for features that do not say otherwise, as members of a feature set.
    var header: [String: JSONValue] = [:]
    var fields: [Field] = []
    /// Whether what is wrong with a geometry is told with the feature that has it.
    var tellsPlaces = true

    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// - Throws: ``Malformed``; `JSONSyntaxError`; ``GeometryError``.
    func features(_ list: some Collection<UInt8>) throws -> [Feature] { try read(list, isStrict: false).features }

    /// The features, and what is wrong with some by their places.
    ///
    /// - Parameter isStrict: Whether nothing is passed over, or taken for something else.
    /// - Throws: As ``features(_:)`` does.
    func read(_ list: some Collection<UInt8>, isStrict: Bool) throws -> (features: [Feature], troubles: [Int: String]) {
        var reader = FeatureSetReader(fields: fields, isStrict: isStrict, tellsPlaces: tellsPlaces)
        reader.append("{".utf8)
        for (name, value) in header { reader.append("\"\(name)\":\(value.text()),".utf8) }
        reader.append("\"features\":".utf8)
        reader.append(list)
        reader.append("}".utf8)
        reader.finish()
        var features: [Feature] = []
        try reader.read(into: &features)
        guard reader.hasFeatures else { throw Malformed(description: "it is no JSON array of features") }
        // What is no array alone may close it and go on.
        guard reader.members == header else { throw Malformed(description: "something follows the array of features") }
        return (features, reader.troubles)
    }
}
