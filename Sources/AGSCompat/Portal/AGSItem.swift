import CairnCore
import CairnTasks
public import Foundation
import Synchronization

/// Something that is kept, and told of: by a portal, or in a package.
public class AGSItem: NSObject {
    /// What was set here and not sent, by the portal's own names.
    let changes = Mutex<[String: String]>([:])
    /// Always the same one, for it is loaded by itself.
    private let picture = Mutex<AGSLoadableImage?>(nil)

    override init() {}

    /// What is known of it; nil if nothing is.
    var known: PortalItemInfo? { nil }
    /// Its picture; nil if nobody knows of one.
    func makeThumbnail() -> AGSLoadableImage? { nil }

    /// Its id.
    public var itemID: String { known?.id ?? "" }
    /// Its name for people.
    public var title: String {
        get { text("title", known?.title) }
        set { set("title", newValue) }
    }
    /// What it is, in a sentence.
    public var snippet: String {
        get { text("snippet", known?.snippet) }
        set { set("snippet", newValue) }
    }
    /// What it is, perhaps with markup.
    public var itemDescription: String {
        get { text("description", known?.description) }
        set { set("description", newValue) }
    }
    /// What it can be found by.
    public var tags: [String] {
        get {
            let changed = changes.withLock { $0["tags"] }
            return changed.map { $0.split(separator: ",").map(String.init) } ?? known?.tags ?? []
        }
        set { set("tags", newValue.joined(separator: ",")) }
    }
    /// To whom thanks are due.
    public var accessInformation: String {
        get { text("accessInformation", known?.attribution) }
        set { set("accessInformation", newValue) }
    }
    /// The terms that it may be used under, perhaps with markup.
    public var termsOfUse: String {
        get { text("licenseInfo", known?.termsOfUse) }
        set { set("licenseInfo", newValue) }
    }
    /// When it was made.
    public var created: Date? { known?.created }
    /// When it was changed.
    public var modified: Date? { known?.modified }
    /// Where what it shows lies.
    public var extent: AGSEnvelope? { known?.extent.map(AGSEnvelope.init) }

    /// Its picture; nil if there is none, and until it is known.
    public var thumbnail: AGSLoadableImage? {
        picture.withLock { picture in
            if picture == nil { picture = makeThumbnail() }
            return picture
        }
    }

    /// What it holds; empty if it holds nothing. Only what a portal keeps can be asked: else it fails with `AGSErrorCode.commonNotImplemented`.
    @discardableResult
    public func fetchData(completion: @escaping (Data?, (any Error)?) -> Void) -> any AGSCancelable {
        OperationCancelable({ () async throws -> Data in throw Self.notOfPortal }, completion: completion)
    }

    /// Sends what was set here, such as ``title``. What no portal keeps cannot be changed: it fails with `AGSErrorCode.commonNotImplemented`.
    @discardableResult
    public func updateProperties(completion: @escaping ((any Error)?) -> Void) -> any AGSCancelable {
        OperationCancelable({ throw Self.notOfPortal }) { (_: Void?, error) in completion(error) }
    }

    private static var notOfPortal: NSError {
        AGSError.runtime(.commonNotImplemented, "The item is kept by no portal that could be asked. Name one by its id.")
    }

    private func text(_ name: String, _ known: String?) -> String { changes.withLock { $0[name] } ?? known ?? "" }
    private func set(_ name: String, _ value: String) { changes.withLock { $0[name] = value } }
}
