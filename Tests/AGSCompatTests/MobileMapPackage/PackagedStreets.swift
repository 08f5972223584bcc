import AGSCompat
import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Foundation

/// What an office adds to a package that was taken offline: a locator, a picture, an end.
struct PackagedStreets {
    let folder: URL

    /// Adds a locator with a street of the town.
    func addLocator() throws {
        let csv = folder.appending(path: "streets.csv")
        try Data("number,street,city,lon,lat\n12,Oak Lane,Town,0.001,0.00009\n".utf8).write(to: csv)
        _ = try LocatorBuilder(name: "Town").build([LocatorTable(detecting: csv)], to: folder.appending(path: "town.locator"))
        try FileManager.default.removeItem(at: csv)
        try change { $0.locators = ["town.locator"] }
    }

    func change(_ body: (inout MobileMapPackageManifest) -> Void) throws {
        var manifest = try MobileMapPackageManifest(in: .folder(folder))
        body(&manifest)
        try manifest.write(to: folder)
    }
}
