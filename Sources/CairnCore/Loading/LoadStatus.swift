/// Where a loadable stands.
public enum LoadStatus: Sendable {
    /// Nothing was asked yet, or the last attempt was cancelled. Goes to `loading`.
    case notLoaded
    /// An attempt is under way. Goes to `loaded`, `failed` or, cancelled, back to `notLoaded`.
    case loading
    /// Done, for good.
    case loaded
    /// The attempt failed, and `load()` rethrows the error until `retryLoad()`. Goes to `loading`.
    case failed(any Error)

    /// The error of a failed attempt.
    public var error: (any Error)? {
        if case .failed(let error) = self { error } else { nil }
    }

    /// Whether loading has succeeded.
    public var isLoaded: Bool {
        if case .loaded = self { true } else { false }
    }

    /// Whether an attempt is under way.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }
}

extension LoadStatus: CustomStringConvertible {
    /// The case, with the error if it failed.
    public var description: String {
        switch self {
        case .notLoaded: "not loaded"
        case .loading: "loading"
        case .loaded: "loaded"
        case .failed(let error): "failed: \(error)"
        }
    }
}
