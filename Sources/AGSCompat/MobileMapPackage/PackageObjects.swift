import CairnCallbacks
import CairnCore
import CairnGeo
import CairnOffline
import CairnTasks
import Synchronization

/// What old objects of a package have in common: always the same maps.
final class PackageObjects: Sendable {
    let package: MobileMapPackage
    private let geodatabases = PackageGeodatabases()
    private let known = Mutex<[PackagedMap]?>(nil)

    init(_ package: MobileMapPackage) {
        self.package = package
    }

    /// None until the package is loaded.
    var maps: [PackagedMap] {
        guard package.loadStatus.isLoaded else { return [] }
        let new = package.maps.map { PackagedMap($0, of: package, geodatabases) }
        return known.withLock { known in
            let maps = known ?? new
            known = maps
            return maps
        }
    }
}

/// The geodatabases of a package as old objects: always the same ones.
final class PackageGeodatabases: Sendable {
    private let known = Mutex<[ObjectIdentifier: Carried<AGSGeodatabase>]>([:])

    func geodatabase(_ geodatabase: Geodatabase) -> AGSGeodatabase {
        let new = Carried(AGSGeodatabase(geodatabase))
        // What is behind these is used from whatever thread its owners choose, as it always was.
        return known.withLock { known in
            if let shown = known[ObjectIdentifier(geodatabase)] { return shown }
            known[ObjectIdentifier(geodatabase)] = new
            return new
        }.value
    }
}
