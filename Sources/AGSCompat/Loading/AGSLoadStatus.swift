/// Where a loadable stands.
#if CAIRN_OBJC
    @objc
#endif
public enum AGSLoadStatus: Int, Sendable {
    /// Not known.
    case unknown = -1
    /// Done.
    case loaded = 0
    /// Under way.
    case loading = 1
    /// Failed, or cancelled.
    case failedToLoad = 2
    /// Not begun.
    case notLoaded = 3
}

/// The load status of that name; `unknown` if there is none.
public func AGSLoadStatusFromString(_ name: String) -> AGSLoadStatus {
    let statuses: [AGSLoadStatus] = [.loaded, .loading, .failedToLoad, .notLoaded]
    return statuses.first { AGSLoadStatusAsString($0) == name } ?? .unknown
}

/// The name of a load status.
public func AGSLoadStatusAsString(_ status: AGSLoadStatus) -> String {
    switch status {
    case .unknown: "Unknown"
    case .loaded: "Loaded"
    case .loading: "Loading"
    case .failedToLoad: "FailedToLoad"
    case .notLoaded: "NotLoaded"
    }
}
