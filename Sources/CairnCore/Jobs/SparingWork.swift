package import Foundation

/// Work that can tell what it has begun from what somebody else has put in the place of that, meanwhile: names alone, as a record keeps them, do not.
package protocol SparingWork: JobWork {
    /// What is somebody else's, though a record of this work may name it as half-written.
    var foreignFiles: [URL] { get }
}

/// A job of any work, as far as it tells what is somebody else's.
package protocol SparingJob {
    /// What is somebody else's, though the record may name it as half-written.
    var foreignFiles: [URL] { get }
}

extension Job: SparingJob {
    package nonisolated var foreignFiles: [URL] { (work as? any SparingWork)?.foreignFiles ?? [] }
}
