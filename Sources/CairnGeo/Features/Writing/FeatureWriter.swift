/// Writes features one behind the other, in some format.
package protocol FeatureWriter: Sendable {
    /// Adds a feature.
    ///
    /// - Throws: ``GeometryError`` for a geometry that the format does not have.
    mutating func append(_ feature: Feature) throws(GeometryError)
    /// Ends it all; nothing is added then.
    mutating func finish(exceededTransferLimit: Bool)
    /// How many bytes nobody has taken yet.
    var count: Int { get }
    /// The bytes that have been written since they were last taken.
    mutating func take() -> [UInt8]
}
