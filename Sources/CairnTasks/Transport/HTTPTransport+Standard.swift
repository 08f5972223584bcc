extension HTTPTransport where Self == PlatformTransport {
    /// The platform's own transport, with connections that all who use it share: ``CurlTransport`` on Linux, ``URLSessionTransport`` elsewhere.
    public static var standard: PlatformTransport { PlatformTransport.shared }
}

#if os(Linux)
    /// The transport of this platform.
    public typealias PlatformTransport = CurlTransport
#else
    /// The transport of this platform.
    public typealias PlatformTransport = URLSessionTransport
#endif

extension PlatformTransport {
    fileprivate static let shared = PlatformTransport()
}
