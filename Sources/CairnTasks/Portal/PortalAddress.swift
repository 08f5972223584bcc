import CairnCore
import Foundation

/// What the addresses of a portal tell that people have: of its home page, of an item's page, of its REST interface.
enum PortalAddress {
    /// Names of what lies directly below a portal's own address.
    private static let pages: Set<String> = ["sharing", "home", "apps", "webadaptor-home"]

    /// The portal itself, such as `https://host/portal`, whatever address of it this is: without a user, a query or a fragment.
    static func portal(_ url: URL) -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
        (parts.query, parts.fragment, parts.user, parts.password) = (nil, nil, nil, nil)
        var names = parts.percentEncodedPath.split(separator: "/").map(String.init)
        if let page = names.firstIndex(where: { pages.contains($0.lowercased()) }) { names = Array(names[..<page]) }
        if let last = names.last?.lowercased(), last.hasSuffix(".html") || last.hasSuffix(".htm") { names.removeLast() }
        parts.percentEncodedPath = names.map { "/" + $0 }.joined()
        // The bare name sends everybody on, and a POST would be lost on the way.
        if parts.host?.lowercased() == "arcgis.com" { parts.host = "www.arcgis.com" }
        return parts.url ?? url
    }

    /// Where a portal's REST interface is.
    static func rest(of portal: URL) -> URL { portal.appending(path: "sharing/rest") }

    /// The id of the item that an address is about; nil if it is about none.
    static func itemID(in url: URL) -> String? {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        let names = parts.path.split(separator: "/").map(String.init)
        let isRelative = names.contains { pages.contains($0.lowercased()) }
        if let place = names.lastIndex(where: { $0.lowercased() == "items" }), place + 1 < names.count, isRelative {
            return id(names[place + 1])
        }
        guard isRelative else { return nil }
        let items = parts.queryItems ?? []
        return ["id", "webmap"].lazy.compactMap { name in
            items.first { $0.name.lowercased() == name }?.value.flatMap(id)
        }.first
    }

    /// A text that can be an id of a portal, and a part of an address that means itself.
    static func id(_ text: String) -> String? {
        let isOfID = { (byte: UInt8) in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return (1...128).contains(text.utf8.count) && text.utf8.allSatisfy(isOfID) ? text : nil
    }

    /// A name as a part of an address.
    ///
    /// - Throws: ``PortalError/notInAddress(_:)`` if it would be more than one, or another, such as `..`.
    static func part(_ name: String) throws(PortalError) -> String {
        guard name.isOneStep else { throw .notInAddress(name.printable(upTo: 60)) }
        return name
    }

    /// A path of such names, as those of thumbnails are.
    static func path(_ path: String) throws(PortalError) -> String {
        var names: [String] = []
        for name in path.steps { names.append(try part(name)) }
        return names.joined(separator: "/")
    }
}
