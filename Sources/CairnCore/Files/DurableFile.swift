package import Foundation

/// Writing files so that neither a crash nor a full disk leaves half of one.
package enum DurableFile {
    /// Replaces the contents of `url` in one step: write a sibling, flush it, rename it.
    package static func replace(_ url: URL, with data: Data) throws(SystemError) {
        let sibling = url.path + ".\(getpid()).tmp"
        do {
            let file = try FileDescriptor(sibling, O_WRONLY | O_CREAT | O_TRUNC)
            try file.write(data)
            try file.synchronize()
        } catch {
            unlink(sibling)
            throw error
        }
        try rename(sibling, to: url)
    }

    /// Puts a finished file in its place, durably.
    package static func rename(_ path: String, to url: URL) throws(SystemError) {
        guard Foundation.rename(path, url.path) == 0 else {
            let error = SystemError("rename to", url.path)
            unlink(path)
            throw error
        }
        try synchronizeDirectory(of: url)
    }

    /// Makes a rename or a removal in the directory of `url` survive a power cut.
    package static func synchronizeDirectory(of url: URL) throws(SystemError) {
        try FileDescriptor(url.deletingLastPathComponent().path, O_RDONLY).synchronize()
    }

    /// The contents, or nil if there is no such file.
    package static func contents(of url: URL) throws(SystemError) -> Data? {
        do {
            return try Data(contentsOf: url)
        } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch {
            let code = ((error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)?.code ?? Int(EIO)
            throw SystemError("read", url.path, code: Int32(code))
        }
    }
}
