#if os(Linux) || os(macOS)
    import CMicrohttpd
    import CairnCore
    import CairnTasks
    import Foundation

    #if CAIRN_DARWIN
        import Darwin
    #else
        import Glibc
    #endif

    /// A connection of the daemon's. Everything but `resume` is for the daemon's own thread.
    struct ServedConnection: Hashable, Sendable {
        private let address: UInt
        private var pointer: OpaquePointer { OpaquePointer(bitPattern: address)! }

        init(_ pointer: OpaquePointer) {
            address = UInt(bitPattern: pointer)
        }

        /// Its socket, until the daemon has told that it is closed.
        var socket: Int32 { cairn_mhd_socket(pointer) }

        /// Lets the connection rest until `resume`.
        func suspend() { MHD_suspend_connection(pointer) }

        /// Goes on with a connection that rests: its request is handed over once more. Once, and from any thread.
        func resume() { MHD_resume_connection(pointer) }

        /// The head of a request.
        func head(_ method: String, _ target: String) -> HTTPMessage {
            var message = HTTPMessage(target: target)
            message.method = method
            withUnsafeMutablePointer(to: &message) { message in
                _ = MHD_get_connection_values_n(
                    pointer, .HEADER_KIND,
                    { context, _, name, nameSize, value, valueSize in
                        context!.assumingMemoryBound(to: HTTPMessage.self).pointee.add(
                            UnsafeRawBufferPointer(start: name, count: nameSize),
                            UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize))
                        return .YES
                    }, message)
            }
            return message
        }

        /// Sends an answer.
        ///
        /// - Parameters:
        ///   - closes: Whether the connection ends with it.
        ///   - taken: Is told how many bytes of the body have been taken over for the client.
        func send(_ reply: HTTPReply, closes: Bool, taken: @escaping (Int) -> Void) -> MHD_Result {
            guard let response = reply.sent, let made = Self.make(response.body, until: reply.cut, taken) else { return .NO }
            defer { MHD_destroy_response(made) }
            for (name, value) in response.headers.sorted(by: { $0.key < $1.key }) where name.lowercased() != "content-length" {
                _ = MHD_add_response_header(made, name, value)
            }
            if closes || reply.cut != nil { _ = MHD_add_response_header(made, "Connection", "close") }
            return MHD_queue_response(pointer, UInt32(clamping: response.status), made)
        }

        /// Whether a body is sent with the head, in one piece.
        static func isSmall(_ body: Data) -> Bool { body.count <= 16 << 10 }

        private static func make(_ body: Data, until cut: Int?, _ taken: @escaping (Int) -> Void) -> OpaquePointer? {
            if cut == nil, isSmall(body) {
                return body.withUnsafeBytes { bytes in
                    let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
                    return MHD_create_response_from_buffer(bytes.count, start, .RESPMEM_MUST_COPY)
                }
            }
            let sent = SentBody(body, until: cut, taken)
            return MHD_create_response_from_callback(
                UInt64(body.count), 32 << 10,
                { context, position, buffer, size in
                    SentBody.of(context).read(position, UnsafeMutableRawBufferPointer(start: buffer, count: size))
                },
                Unmanaged.passRetained(sent).toOpaque(), { Unmanaged<SentBody>.fromOpaque($0!).release() })
        }
    }

    /// The body of an answer, as the daemon takes it.
    private final class SentBody {
        private let data: Data
        private let cut: Int?
        private let taken: (Int) -> Void

        init(_ data: Data, until cut: Int?, _ taken: @escaping (Int) -> Void) {
            (self.data, self.cut, self.taken) = (data, cut, taken)
        }

        static func of(_ context: UnsafeMutableRawPointer?) -> SentBody {
            Unmanaged<SentBody>.fromOpaque(context!).takeUnretainedValue()
        }

        func read(_ position: UInt64, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
            let start = Int(clamping: position)
            let rest = data.dropFirst(start).prefix(max(0, (cut ?? data.count) - start)).prefix(buffer.count)
            if rest.isEmpty { return cut == nil ? -1 : -2 }
            rest.copyBytes(to: buffer)
            taken(rest.count)
            return rest.count
        }
    }
#endif
