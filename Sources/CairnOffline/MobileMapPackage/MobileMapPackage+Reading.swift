import CairnGeo
import CairnTasks
package import Foundation

extension MobileMapPackage {
    /// Whether a folder, or an archive, is a package that is read where it lies; false for what does not say that it is one, such as Esri's.
    ///
    /// - Throws: What loading it would throw of a file that is none, or whose `package.json` cannot be used.
    package static func isReadInPlace(_ url: URL) throws -> Bool {
        let files = try PackageContents.opened(url)
        guard files.has(MobileMapPackageManifest.fileName) else { return false }
        _ = try PackageContents.manifest(files)
        return true
    }
}
