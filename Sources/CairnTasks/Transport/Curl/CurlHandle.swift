#if os(Linux)
    import CCurl
    import CairnCore
    import Foundation
    import Glibc

    /// One of curl's handles, which carries one request at a time.
    final class CurlHandle {
        let raw: UnsafeMutableRawPointer
        private var headers: UnsafeMutablePointer<curl_slist>?
        private let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
        private let certificateAuthorities: String?

        /// - Returns: nil if there is no memory.
        init?(certificateAuthorities: String?) {
            guard let raw = curl_easy_init() else { return nil }
            self.raw = raw
            self.certificateAuthorities = certificateAuthorities
        }

        deinit {
            curl_easy_cleanup(raw)
            curl_slist_free_all(headers)
            message.deallocate()
        }

        /// Forgets the request, and keeps what was learnt of connections.
        func reset() {
            curl_easy_reset(raw)
            curl_slist_free_all(headers)
            headers = nil
        }

        func unpause() {
            curl_easy_pause(raw, CURLPAUSE_CONT)
        }

        /// Makes the handle ready for a request.
        ///
        /// - Parameter context: The ``CurlTransfer`` that the callbacks belong to.
        func prepare(_ request: HTTPRequest, bodySize: Int?, context: UnsafeMutableRawPointer) {
            message.pointee = 0
            cairn_curl_set_pointer(raw, CURLOPT_ERRORBUFFER, message)
            cairn_curl_set_pointer(raw, CURLOPT_PRIVATE, context)
            set(CURLOPT_URL, request.url.absoluteString)
            set(CURLOPT_NOSIGNAL, 1)
            set(CURLOPT_PATH_AS_IS, 1)
            set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            cairn_curl_quick_exit(raw)
            cairn_curl_allow_http_only(raw)
            if let certificateAuthorities {
                set(CURLOPT_CAINFO, certificateAuthorities)
                // The system's folder would count beside it.
                cairn_curl_set_string(raw, CURLOPT_CAPATH, nil)
            }
            setMethod(request, bodySize)
            setConnection(request)
            setHeaders(request)
            setCallbacks(context)
        }

        private func setMethod(_ request: HTTPRequest, _ bodySize: Int?) {
            switch request.method {
            case .get: set(CURLOPT_HTTPGET, 1)
            case .head: set(CURLOPT_NOBODY, 1)
            case .post:
                set(CURLOPT_POST, 1)
                cairn_curl_set_size(raw, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bodySize ?? 0))
            }
        }

        private func setConnection(_ request: HTTPRequest) {
            // A proxy is another machine: what is for this one, perhaps with a password in the clear, would go there.
            if request.url.scheme?.lowercased() == "http", EncryptionRule().admits(request.url) { set(CURLOPT_PROXY, "") }
            // curl repeats what went out on a used connection that dies, or on a stream of HTTP/2 that is refused.
            if !request.isRepeatable {
                set(CURLOPT_FRESH_CONNECT, 1)
                set(CURLOPT_FORBID_REUSE, 1)
            }
            // Of a stream of HTTP/2 that nobody reads it takes 32 MB.
            if !request.isRepeatable || !request.isReadAtOnce { set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1) }
        }

        private func setHeaders(_ request: HTTPRequest) {
            // Without it curl asks first whether a large body is welcome, and sends the request again if it is not.
            headers = curl_slist_append(nil, "Expect:")
            let names = Set(request.headers.keys.map { $0.lowercased() })
            if !names.contains("user-agent") { headers = curl_slist_append(headers, "User-Agent: Cairn") }
            if request.method == .post, !names.contains("content-type") { headers = curl_slist_append(headers, "Content-Type:") }
            for (name, value) in request.headers {
                headers = curl_slist_append(headers, value.isEmpty ? "\(name);" : "\(name): \(value)")
            }
            cairn_curl_set_list(raw, CURLOPT_HTTPHEADER, headers)
            // Of a compressed answer the bytes that arrive are not those that a range counts.
            let isCompressed = names.isDisjoint(with: ["range", "accept-encoding"])
            if isCompressed { set(CURLOPT_ACCEPT_ENCODING, "") }
            // What one reading decompresses to is in memory at once.
            set(CURLOPT_BUFFERSIZE, isCompressed ? 16 << 10 : 128 << 10)
        }

        private func setCallbacks(_ context: UnsafeMutableRawPointer) {
            cairn_curl_set_data_callback(raw, CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                CurlTransfer.of(context).receive(line: UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            cairn_curl_set_data_callback(raw, CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                CurlTransfer.of(context).receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            cairn_curl_set_data_callback(raw, CURLOPT_READFUNCTION) { bytes, size, count, context in
                CurlTransfer.of(context).send(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
            }
            cairn_curl_set_seek_callback(raw) { context, offset, origin in
                let isDone = origin == SEEK_SET && CurlTransfer.of(context).rewind(to: Int(offset))
                return isDone ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
            }
            cairn_curl_set_socket_callback(raw) { context, _, address in
                CurlTransfer.of(context).openSocket(address!)
            }
            for option in [CURLOPT_OPENSOCKETDATA, CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA] {
                cairn_curl_set_pointer(raw, option, context)
            }
        }

        private func set(_ option: CURLoption, _ value: Int) {
            cairn_curl_set_long(raw, option, value)
        }

        private func set(_ option: CURLoption, _ value: String) {
            cairn_curl_set_string(raw, option, value)
        }

        func long(_ info: CURLINFO) -> Int {
            var value = 0
            cairn_curl_get_long(raw, info, &value)
            return value
        }

        /// What curl says of a failure, in which there may be words of the server.
        func words(for code: CURLcode) -> String {
            let words = String(cString: message)
            return words.isEmpty ? String(cString: curl_easy_strerror(code)) : words.printable()
        }
    }
#endif
