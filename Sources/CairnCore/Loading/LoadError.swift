/// What loading itself can fail with; what a loadable's own work throws is passed on as it is.
public enum LoadError: Error {
    /// Loadables that wait for one another in a circle, first and last the same. None of them can ever finish.
    case cycle(path: [String])
    /// Some of the loadables given to `loadAll(_:)` failed; the others are loaded.
    case someFailed([LoadFailure])
}

/// One loadable that failed among many.
public struct LoadFailure: Error {
    /// Its place in the collection.
    public let index: Int
    /// The loadable.
    public let loadable: any Loadable
    /// Why.
    public let error: any Error
}

extension LoadError: CustomStringConvertible {
    /// What failed, and what to do about it.
    public var description: String {
        switch self {
        case .cycle(let path):
            "These wait for each other and can never load: \(path.map { $0.printable() }.joined(separator: " → ")). "
                + "Remove one of the loads from performLoad()."
        case .someFailed(let failures):
            failures.map(\.description).joined(separator: "\n")
        }
    }
}

extension LoadFailure: CustomStringConvertible {
    /// The type, its place and its error.
    public var description: String {
        "\(type(of: loadable)) at index \(index) did not load: \("\(error)".printableLines)"
    }
}
