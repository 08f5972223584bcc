/// How a service writes the features of an answer.
enum FeatureFormat: String, Sendable {
    case json
    /// Protocol Buffers, which are shorter, and read in less time.
    case pbf
}
