import CairnCore
package import CairnGeo
package import Foundation

/// What a mobile map package says of itself: its `package.json` (Docs/Offline.md).
package struct MobileMapPackageManifest: Sendable, Hashable, Codable {
    /// The area of a portal that it is.
    package struct Preplanned: Sendable, Hashable, Codable {
        /// A package of the portal's that is in here.
        package struct Package: Sendable, Hashable, Codable {
            /// When it was made, in milliseconds since 1970.
            package var version: Int
            /// Where it is in here.
            package var path: String
        }

        /// The item of the area.
        package var itemID: String
        /// The portal's packages that are in here, by the ids of their items.
        package var packages: [String: Package]
    }

    /// How the files are laid out.
    package var format = Self.format
    package var version = 1
    package var title: String
    package var snippet: String
    package var description: String
    package var tags: [String]
    package var termsOfUse: String
    package var accessInformation: String
    /// The path of a picture.
    package var thumbnail: String?
    /// The item that the map was, in its portal.
    package var originalPortalItemID: String?
    /// The address of that portal.
    package var portalURL: URL?
    /// When it was made, in milliseconds since 1970.
    package var created: Int
    /// The paths of the maps, as the JSON of web maps.
    package var maps: [String]
    /// The paths of locators.
    package var locators: [String] = []
    /// The paths of road networks; nil in a package from before there were any.
    package var networks: [String]?
    /// When it may not be used any more.
    package var expiration: Expiration?
    /// The area that was taken.
    package var areaOfInterest: Geometry?
    /// Whether its features can be brought up to date.
    package var updateMode: GenerateOfflineMapUpdateMode?
    package var preplanned: Preplanned?

    /// When a package ends.
    package struct Expiration: Sendable, Hashable, Codable {
        /// In milliseconds since 1970.
        package var date: Int
        /// What people are told then.
        package var message: String
        /// Whether it cannot be opened any more then.
        package var preventsUse: Bool

        package init(date: Int, message: String, preventsUse: Bool) {
            (self.date, self.message, self.preventsUse) = (date, message, preventsUse)
        }
    }

    package static let format = "cairn-mobile-map-package"
    package static let fileName = "package.json"
    package static let mapName = "map.json"

    package init(_ item: OfflineMapItemInfo, maps: [String], created: Int) {
        (title, snippet, description, tags) = (item.title, item.snippet, item.description, item.tags)
        (termsOfUse, accessInformation) = (item.termsOfUse, item.accessInformation)
        (self.maps, self.created) = (maps, created)
    }
}

extension MobileMapPackageManifest {
    /// Writes it into a folder.
    package func write(to folder: URL) throws {
        try DurableFile.replace(folder.appending(path: Self.fileName), with: JSONValue(encoding: self).data(pretty: true))
    }

    /// Reads that of a package.
    ///
    /// - Throws: ``OfflineMapError/notOffline(path:)`` if there is none; `JSONSyntaxError`, `DecodingError` if it cannot be read.
    package init(in files: PackageFiles) throws {
        guard let data = try files.contents(of: Self.fileName) else { throw OfflineMapError.notOffline(path: files.path) }
        self = try JSONValue(parsing: data).decode(Self.self)
    }
}
