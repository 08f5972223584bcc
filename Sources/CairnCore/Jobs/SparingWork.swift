package import Foundation

/// Work that can tell what it has begun from what somebody else has put in the place of that, meanwhile: names alone, as a record keeps them, do not.
package protocol SparingWork: JobWork {
    /// What is somebody else's, though a record of this work may name it as half-written.
    var foreignFiles: [URL] { get }
}
