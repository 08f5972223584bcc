/// What a disk refuses, whatever there is on it: so a test has a full one. Nobody else sets it.
package enum DiskTrouble {
    /// Tells why nothing can be made, or written, at a path: a number as in `errno`; nil if it can.
    @TaskLocal package static var reason: (@Sendable (_ path: String) -> Int32?)?

    /// Fails as the disk would.
    package static func expectNone(_ operation: String, _ path: String) throws(SystemError) {
        if let code = reason?(path) { throw SystemError(operation, path, code: code) }
    }
}
