import CairnTasks
public import Foundation

#if canImport(UIKit)
    public import UIKit
#elseif canImport(AppKit)
    public import AppKit
#endif

/// What an offline map says of itself.
public final class AGSOfflineMapItemInfo: NSObject {
    /// Its name for people.
    public var title = ""
    /// What it shows, in a line.
    public var snippet = ""
    /// What it shows.
    public var itemDescription = ""
    /// Words that it is found by.
    public var tags: [String] = []
    /// What may be done with it.
    public var termsOfUse = ""
    /// Whose work it is.
    public var accessInformation = ""
    /// The file of a small picture, as PNG or JPEG; nil for none.
    public var thumbnailData: Data?

    /// A map that says nothing yet.
    public override init() {}

    init(_ value: OfflineMapItemInfo) {
        (title, snippet, itemDescription, tags) = (value.title, value.snippet, value.description, value.tags)
        (termsOfUse, accessInformation, thumbnailData) = (value.termsOfUse, value.accessInformation, value.thumbnail)
    }

    var value: OfflineMapItemInfo {
        OfflineMapItemInfo(
            title: title, snippet: snippet, description: itemDescription, tags: tags, termsOfUse: termsOfUse,
            accessInformation: accessInformation, thumbnail: thumbnailData)
    }

    #if canImport(UIKit)
        /// A small picture; nil for none.
        public var thumbnail: UIImage? {
            get { thumbnailData.flatMap { UIImage(data: $0) } }
            set { thumbnailData = newValue?.pngData() }
        }
    #elseif canImport(AppKit)
        /// A small picture; nil for none.
        public var thumbnail: NSImage? {
            get { thumbnailData.flatMap { NSImage(data: $0) } }
            set {
                let bitmap = newValue?.tiffRepresentation.flatMap { NSBitmapImageRep(data: $0) }
                thumbnailData = bitmap?.representation(using: .png, properties: [:])
            }
        }
    #else
        /// A small picture; here, where nothing shows pictures, the same as ``thumbnailData``.
        public var thumbnail: Data? {
            get { thumbnailData }
            set { thumbnailData = newValue }
        }
    #endif
}
