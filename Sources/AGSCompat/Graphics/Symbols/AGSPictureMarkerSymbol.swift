public import Foundation

#if canImport(UIKit)
    public import UIKit

    /// A picture.
    public typealias AGSImage = UIImage
#elseif canImport(AppKit)
    public import AppKit

    /// A picture.
    public typealias AGSImage = NSImage
#else
    /// A picture: its file, where nothing shows pictures.
    public typealias AGSImage = Data
#endif

/// A point as a picture.
public final class AGSPictureMarkerSymbol: AGSMarkerSymbol {
    /// Where the picture is; nil if it was given.
    public let url: URL?
    /// The picture that was given; nil if it is somewhere else.
    public let image: AGSImage?
    /// How wide it is drawn, in points of a screen; 0 for as wide as it is.
    public var width: Double = 0
    /// How high it is drawn, in points of a screen; 0 for as high as it is.
    public var height: Double = 0
    /// How little shines through, 0…1.
    public var opacity: Float = 1

    /// A picture.
    public init(image: AGSImage) { (url, self.image) = (nil, image) }
    /// A picture somewhere else. It is not fetched.
    public init(url: URL) { (self.url, image) = (url, nil) }
}
