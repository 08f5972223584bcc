/// What a ``LocalServer`` bears of its clients.
///
/// ```swift
/// var limits = ServerLimits()
/// limits.bodySize = 1 << 20
/// let server = LocalServer(locators: ["Town": town], limits: limits)
/// ```
public struct ServerLimits: Sendable, Hashable {
    /// How many connections may be open; fewer, if the process may not have so many files open. Others wait, and are served when one of
    /// those has ended.
    public var connections = 512
    /// How many requests may be under way. Others are answered 503, but for those whose answer takes no time.
    public var requests = 128
    /// The size of a request's first line and its header fields, in bytes: about that, for each field costs some more, and some are left over.
    /// What is larger is answered 414 or 431.
    public var headSize = 64 << 10
    /// The size of a request's body, in bytes. What is larger is answered 413; if only its chunks show that, the connection ends.
    public var bodySize = 64 << 20
    /// How many bytes of bodies may be held, of requests that arrive and of those under way. Whoever sends more is cut off.
    public var receivedSize = 256 << 20
    /// How many bytes of answers may wait for clients to read them, with what there is already of features that are being written. While more
    /// do, requests are answered 503.
    public var unreadSize = 256 << 20
    /// How long a connection may be open with nothing asked on it, with a body of which nothing comes, or with an answer of which nothing is
    /// read. It ends then, and so does the answering of somebody who has closed his half of the connection.
    public var idleTime = Duration.seconds(60)
    /// How long the header fields may take after the first line of a request. The connection ends then.
    public var headTime = Duration.seconds(10)
    /// How long a request may take to arrive as a whole. The connection ends then.
    public var requestTime = Duration.seconds(120)

    /// The limits that are good for most.
    public init() {}
}
