import CairnCore
import CairnOffline
import CairnTasks
public import Foundation

/// Something in a package, and what it was told of where it came from.
public final class AGSLocalItem: AGSItem {
    private let info: PortalItemInfo?
    private let picture: Data?
    /// The item of a portal that it was made of; empty if it was made of none.
    public let originalPortalItemID: String
    /// Where it is.
    public let fileURL: URL?

    init(_ info: PortalItemInfo?, fileURL: URL?, thumbnail: Data? = nil) {
        (self.info, self.fileURL, picture) = (info, fileURL, thumbnail)
        originalPortalItemID = info?.json["originalItemId"]?.string ?? info?.id ?? ""
        super.init()
    }

    /// What a package says of itself; nil until that is loaded.
    convenience init?(_ package: MobileMapPackage) {
        guard let item = package.item else { return nil }
        let original = package.originalPortalItemID ?? ""
        // Items have ids, and this one has none of its own.
        let info = try? PortalItemInfo(json: [
            "id": .string(original.isEmpty ? "package" : original), "originalItemId": .string(original),
            "title": .string(item.title), "snippet": .string(item.snippet), "description": .string(item.description),
            "tags": .array(item.tags.map { .string($0) }), "licenseInfo": .string(item.termsOfUse),
            "accessInformation": .string(item.accessInformation), "type": "Mobile Map Package",
        ])
        self.init(info, fileURL: package.fileURL, thumbnail: item.thumbnail)
    }

    override var known: PortalItemInfo? { info }
    override func makeThumbnail() -> AGSLoadableImage? { picture.map { picture in AGSLoadableImage { picture } } }
}
