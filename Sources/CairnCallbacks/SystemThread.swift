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
        #if CAIRN_DARWIN
            var thread: pthread_t?
            let isRefused = pthread_create(&thread, nil, { Self.run($0) }, held.toOpaque()) != 0
        #else
            var thread = pthread_t()
            let isRefused = pthread_create(&thread, nil, { $0.flatMap { Self.run($0) } }, held.toOpaque()) != 0
        #endif
        if isRefused { held.release() }
        #if CAIRN_DARWIN
            if !isRefused, let thread { pthread_detach(thread) }
        #else
            if !isRefused { pthread_detach(thread) }
        #endif
        return !isRefused
    }

    private static func run(_ held: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Body>.fromOpaque(held).takeRetainedValue().call()
        return nil
    }
}
