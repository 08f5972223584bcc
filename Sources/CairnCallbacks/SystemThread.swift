import Foundation

#if CAIRN_DARWIN
    import Darwin
#else
    import Glibc
#endif

/// A thread of the system's, asked for by those who want to know whether there is one: Foundation's `Thread` says that to nobody.
enum SystemThread {
    private final class Body: Sendable {
        let call: @Sendable () -> Void
        init(_ call: @escaping @Sendable () -> Void) { self.call = call }
    }

    /// Runs something on a thread of its own.
    ///
    /// - Returns: Whether the system had one; else nothing is run.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let held = Unmanaged.passRetained(Body(body))
        #if os(Linux)
            var thread = pthread_t()
            let isRefused = pthread_create(&thread, nil, { $0.flatMap { Self.run($0) } }, held.toOpaque()) != 0
        #else
            var created: pthread_t?
            let isRefused = pthread_create(&created, nil, { Self.run($0) }, held.toOpaque()) != 0
            guard let thread = created else {
                held.release()
                return false
            }
        #endif
        if isRefused { held.release() } else { pthread_detach(thread) }
        return !isRefused
    }

    private static func run(_ held: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Body>.fromOpaque(held).takeRetainedValue().call()
        return nil
    }
}
