#if os(Linux)
    import CCurl
    import CairnCore
    public import Foundation

    /// HTTP by libcurl: the transport of Linux.
    ///
    /// HTTP/2 over TLS where the server speaks it, compressed answers except of parts, connections that are kept and used again. Proxies are those
    /// that curl finds in the environment (`http_proxy`, `https_proxy`, `no_proxy`), certificates those of the system, or of the file
    /// that `CURL_CA_BUNDLE` or `SSL_CERT_FILE` names.
    ///
    /// ```swift
    /// let transport = CurlTransport(certificateAuthorities: URL(filePath: "/etc/company/ca.pem"))
    /// let locator = LocatorTask(url: url, transport: transport)
    /// ```
    public final class CurlTransport: HTTPTransport {
        private let inbox: CurlInbox

        /// A transport with connections of its own, on a thread of its own; no cookies, no cache.
        ///
        /// - Parameters:
        ///   - maximumConnectionsPerHost: So many requests to one host are under way at a time; further ones wait.
        ///   - certificateAuthorities: A file of certificates (PEM) to trust instead of those of the system.
        public init(maximumConnectionsPerHost: Int = 16, certificateAuthorities: URL? = nil) {
            let file = certificateAuthorities?.path ?? Self.certificateFile(ProcessInfo.processInfo.environment)
            inbox = CurlInbox(
                CurlConfiguration(requestsPerHost: max(1, maximumConnectionsPerHost), certificateAuthorities: file))
        }

        deinit {
            inbox.close()
        }

        /// As the command-line tool curl looks for it.
        static func certificateFile(_ environment: [String: String]) -> String? {
            ["CURL_CA_BUNDLE", "SSL_CERT_FILE"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }

        /// Sends a request, and returns once the head of its answer has come.
        @concurrent
        public func stream(
            _ request: HTTPRequest, sent: @escaping @Sendable (Int) -> Void
        ) async throws -> HTTPResponseStream {
            try await Redirection.follow(request) { try await exchange($0, sent) }
        }

        private func exchange(
            _ request: HTTPRequest, _ sent: @escaping @Sendable (Int) -> Void
        ) async throws -> HTTPResponseStream {
            let (inbox, number) = (inbox, inbox.nextNumber())
            guard inbox.open() else { throw TransportError(.failed("too many files are open"), url: request.url) }
            let exchange = HTTPExchange(request) {
                inbox.post(.resume(number))
            } abandon: {
                inbox.post(.cancel(number))
            }
            // Let go of without having been read, the body ends the exchange: also if waiting for the head throws.
            let body = exchange.body
            let progress = request.body.map { _ in SentProgress(sent) }
            inbox.post(.start(number, CurlOrder(request: request, exchange: exchange) { progress?.tell($0) }))
            let head = try await exchange.head()
            await progress?.settle()
            return HTTPResponseStream(status: head.status, headers: head.headers, body: body)
        }
    }
#endif
