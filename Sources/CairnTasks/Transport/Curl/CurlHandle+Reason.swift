#if os(Linux)
    import CCurl
    import Glibc

    extension CurlHandle {
        /// What a failure means to callers.
        func reason(of code: CURLcode, hasHead: Bool) -> TransportError.Reason {
            if long(CURLINFO_HTTP_CONNECTCODE) == 407 { return .failed("the proxy wants a name and a password") }
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST: return .unknownHost
            case CURLE_COULDNT_RESOLVE_PROXY: return .failed("the proxy's host is not known")
            case CURLE_COULDNT_CONNECT: return .refused
            case CURLE_OPERATION_TIMEDOUT: return .timedOut
            // Until its version 8 curl has no number of its own for this.
            case CURLE_RECV_ERROR where words(for: code).contains("chunked-encoding"): return .garbled(words(for: code))
            case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE, CURLE_HTTP2_STREAM:
                return .connectionLost
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM, CURLE_SSL_ISSUER_ERROR,
                CURLE_SSL_INVALIDCERTSTATUS:
                return .untrusted(words(for: code))
            case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_CONTENT_ENCODING:
                return .garbled(words(for: code))
            // What listens there speaks something else.
            case CURLE_SSL_CONNECT_ERROR where words(for: code).contains("wrong version number"): return .garbled("it is not TLS")
            case CURLE_WRITE_ERROR: return .garbled("its body cannot be decoded")
            case CURLE_OUT_OF_MEMORY where hasHead: return .garbled("more comes out of its compression than there is memory")
            case CURLE_OUT_OF_MEMORY: return .headTooLarge(limit: ResponseHeadParser.limit)
            case CURLE_URL_MALFORMAT: return .invalidRequest("the address is not one of HTTP")
            default: return .failed(words(for: code))
            }
        }
    }
#endif
