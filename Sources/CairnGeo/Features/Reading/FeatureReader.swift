import CairnCore

/// Reads the features of an answer, in some format, while its bytes come.
///
/// What has come is given to `append(_:)`, and what can be read of it is read; after the last bytes comes `finish()`, and what is left.
package protocol FeatureReader: Sendable {
    /// What the answer says of its features, without these; complete when all has been read.
    var header: FeatureSet { get }
    /// Whether there is a list of features, be it empty.
    var hasFeatures: Bool { get }
    /// How many features have been read.
    var count: Int { get }
    /// Takes more of the answer.
    mutating func append(_ chunk: some Collection<UInt8>)
    /// Says that there is no more.
    mutating func finish()
    /// Reads all features that are there.
    ///
    /// - Throws: `JSONSyntaxError`; ``GeometryError`` for what is no such answer, and for a geometry that cannot be read.
    mutating func read(into features: inout [Feature]) throws
}

extension FeatureReader {
    /// Takes more of the answer, and reads all features that are there.
    ///
    /// - Parameter chunk: What has come; nil at the end.
    package mutating func read(_ chunk: (some Collection<UInt8>)?, into features: inout [Feature]) throws {
        if let chunk { append(chunk) } else { finish() }
        try read(into: &features)
    }
}
