import CairnCallbacks
import CairnCore
import CairnGeo
public import CairnOffline
import CairnTasks
public import Foundation

/// Maps with all that they show, in a folder or in a `.mmpk` that was made here. Esri's own are refused when they are loaded.
///
/// Completions of a call from the main queue come there, others on a queue of their own; that of `load` always comes on the main queue.
open class AGSMobileMapPackage: NSObject, AGSLoadable {
    let objects: PackageObjects
    private let loading = LegacyLoading()
    private let (shownMaps, shownItem, shownLocator) = (ShownObject(), ShownObject(), ShownObject())

    init(_ objects: PackageObjects) {
        self.objects = objects
    }

    /// A package of Cairn for old callers.
    public init(_ package: MobileMapPackage) {
        objects = PackageObjects(package)
    }

    /// A folder, or an archive.
    public init(fileURL: URL) {
        objects = PackageObjects(MobileMapPackage(fileURL: fileURL))
    }

    /// A package by its name: in the main bundle, or by its path.
    public init(name: String) {
        objects = PackageObjects(MobileMapPackage(fileURL: .named(name, extensions: ["mmpk"])))
    }

    /// The package that this one drives.
    public var package: MobileMapPackage { objects.package }
    /// The folder, or the archive.
    public var fileURL: URL { package.fileURL }
    /// What the package says of itself; nil until loaded.
    public var item: AGSItem? { shownItem.value { AGSLocalItem(package) } as? AGSItem }
    /// The maps; none until loaded. Their layers are there when they are loaded themselves.
    public var maps: [AGSMap] {
        let maps = shownMaps.value {
            guard package.loadStatus.isLoaded else { return nil }
            return objects.maps.map { AGSMap($0, item) }
        }
        return maps as? [AGSMap] ?? []
    }
    /// What finds addresses; nil until loaded, and if there is none.
    public var locatorTask: AGSLocatorTask? {
        shownLocator.value { package.locatorTask.map(AGSLocatorTask.init) } as? AGSLocatorTask
    }
    /// When the package ends; nil until loaded, and if it does not.
    public var expiration: AGSExpiration? { package.expiration.map { AGSExpiration($0, isExpired: package.isExpired) } }

    // MARK: - Loading

    /// Where loading stands.
    public var loadStatus: AGSLoadStatus { loading.status(of: package) }
    /// Why loading failed.
    public var loadError: (any Error)? { loading.error(of: package) }
    /// Loads once; `completion` is called on the main queue, with the previous error if it has failed.
    public func load(completion: (((any Error)?) -> Void)?) { loading.load(package, for: self, retrying: false, completion) }
    /// Loads again after a failure.
    public func retryLoad(completion: (((any Error)?) -> Void)?) { loading.load(package, for: self, retrying: true, completion) }
    /// Cancels for everybody who waits; each gets `NSUserCancelledError`.
    public func cancelLoad() { loading.cancel(package) }

    // MARK: - Files

    /// Lets go of all files but that of ``locatorTask``, which goes on answering for those who have it. What else is asked for later is refused.
    public func close() {
        for geodatabase in package.geodatabases { try? geodatabase.closeNow() }
        package.letGo()
    }

    /// Unpacks an archive, unless it has ended, and prevents its use.
    ///
    /// - Parameters:
    ///   - fileURL: The archive.
    ///   - outputDirectory: Where it goes: a folder that is not there yet, or is empty. It stands there only when all of it does; if that fails
    ///     the folder is as it was.
    ///   - completion: Called once, with what went wrong, if anything did.
    @discardableResult
    public static func unpack(
        atFileURL fileURL: URL, outputDirectory: URL, completion: @escaping ((any Error)?) -> Void
    ) -> any AGSCancelable {
        OperationCancelable({
            guard outputDirectory.isFileURL else {
                let address = outputDirectory.absoluteString.printable(upTo: 200)
                throw AGSError.runtime(.commonInvalidArgument, "\(address) is no folder. Name one of this machine.")
            }
            try await MobileMapPackage.unpack(fileURL, to: outputDirectory)
        }) { (_: Void?, error) in completion(error) }
    }

    /// Whether a package can be used without unpacking it, which all can that can be loaded. For what says that it is a package, and cannot be read,
    /// the answer is no, with the error that loading it would give.
    @discardableResult
    public static func checkDirectReadSupportForPackage(
        atFileURL fileURL: URL, completion: @escaping (Bool, (any Error)?) -> Void
    ) -> any AGSCancelable {
        OperationCancelable({ () async throws -> Bool in try MobileMapPackage.isReadInPlace(fileURL) }) { isSupported, error in
            completion(isSupported ?? false, error)
        }
    }
}
