import CairnTasks
import Foundation

/// Which pages of browsers may ask a ``LocalServer``, and under which names it may be asked.
///
/// Any page on the internet can make a browser send requests to this machine. So, other than programs, no page is answered unless its
/// origin is allowed; and a name of the network that leads here (DNS rebinding) is no name of this server unless it is allowed, too.
///
/// ```swift
/// let access = ServerAccess(origins: ["https://maps.example.com"])
/// let server = LocalServer(locators: ["Town": town], access: access)
/// ```
public struct ServerAccess: Sendable, Hashable {
    /// The origins whose pages may ask, such as `https://maps.example.com`; `*` for all.
    public var origins: Set<String>
    /// Names of this machine, beside those of its loopback interface.
    public var hosts: Set<String>

    /// Nobody but programs, unless told otherwise.
    public init(origins: Set<String> = [], hosts: Set<String> = []) {
        self.origins = Set(origins.map { $0.lowercased() })
        self.hosts = Set(hosts.map { $0.lowercased() })
    }

    /// Whether some pages may ask.
    var isOpen: Bool { !origins.isEmpty }

    func admits(origin: String) -> Bool { origins.contains("*") || origins.contains(origin.lowercased()) }

    private func admits(host: String) -> Bool {
        let name = host.hasPrefix("[") ? host.prefixThrough("]") : host.prefix { $0 != ":" }
        let port = host.dropFirst(name.count)
        guard port.isEmpty || port.first == ":" && port.count <= 6 && port.utf8.dropFirst().allSatisfy({ 0x30...0x39 ~= $0 })
        else { return false }
        return ["localhost", "127.0.0.1", "[::1]"].contains(name.lowercased()) || hosts.contains(name.lowercased())
    }

    /// Why a request is not answered; nil if it may be.
    func refusal(_ message: HTTPMessage) -> HTTPReply? {
        if let host = message.authority ?? message.headers["host"], !admits(host: host) {
            return .refusal(403, "This server is not known by the name that was asked for. cairn serve --host NAME allows one.")
        }
        let isCrossSite = message.headers["sec-fetch-site"]?.lowercased().contains("cross-site") ?? false
        guard let origin = origin(of: message) else {
            // A page that does not say where it is from, or is nowhere.
            return isCrossSite && !origins.contains("*") ? foreign : nil
        }
        return isOwn(origin, message) && !isCrossSite || admits(origin: origin) ? nil : foreign
    }

    private var foreign: HTTPReply {
        .refusal(403, "Pages of that origin may not ask. cairn serve --allow-origin ORIGIN allows one.")
    }

    /// Where the page is from that asks: of scripts and images only their referer says so.
    private func origin(of message: HTTPMessage) -> String? {
        if let origin = message.headers["origin"] { return origin }
        return message.headers["sec-fetch-site"] == nil ? nil : refererOrigin(of: message)
    }

    private func refererOrigin(of message: HTTPMessage) -> String? {
        guard let referer = message.headers["referer"].flatMap({ URL(string: $0) }), let scheme = referer.scheme,
            let host = referer.host(percentEncoded: true)
        else { return nil }
        return "\(scheme)://\(host)" + (referer.port.map { ":\($0)" } ?? "")
    }

    /// Whether it is a page of this server's.
    private func isOwn(_ origin: String, _ message: HTTPMessage) -> Bool {
        origin.lowercased() == "http://\(message.headers["host"]?.lowercased() ?? "")"
    }

    /// What is added to an answer for a page that may ask.
    func headers(for message: HTTPMessage) -> [String: String] {
        guard let origin = message.headers["origin"], admits(origin: origin) else { return ["vary": "Origin"] }
        return ["access-control-allow-origin": origins.contains("*") ? "*" : origin, "vary": "Origin"]
    }

    /// The answer to a browser that asks whether a page may send a request; nil if it does not ask that.
    func preflight(_ message: HTTPMessage) -> HTTPReply? {
        guard message.method == "OPTIONS", message.headers["access-control-request-method"] != nil,
            let origin = message.headers["origin"],
            admits(origin: origin)
        else { return nil }
        var headers = headers(for: message)
        headers["access-control-allow-methods"] = "GET, POST, HEAD"
        let asked = message.headers["access-control-request-headers"].flatMap { $0.utf8.count <= 4096 ? $0 : nil }
        headers["access-control-allow-headers"] = asked ?? "content-type, x-esri-authorization"
        headers["access-control-max-age"] = "600"
        return .response(HTTPResponse(status: 204, headers: headers))
    }

    /// The answer as a call of the function that a page's script has named, for pages that may ask (JSONP). A script runs in the page that
    /// asks for it, and old browsers say only by the referer which that is.
    func called(_ reply: HTTPReply, for request: ServiceRequest, _ message: HTTPMessage) -> HTTPReply {
        let page = message.headers["origin"] ?? refererOrigin(of: message)
        guard origins.contains("*") || page.map(admits(origin:)) ?? false, case .response(var response) = reply,
            response.headers["content-type"]?.hasPrefix("application/json") == true,
            let name = request["callback"]
        else { return reply }
        guard name.wholeMatch(of: /[A-Za-z_$][A-Za-z0-9_$.]{0,99}/) != nil else {
            return .refusal(400, "The callback is no name.")
        }
        response.headers["content-type"] = "application/javascript;charset=utf-8"
        response.headers["x-content-type-options"] = "nosniff"
        // The comment keeps the beginning of the answer from being chosen by who asks.
        response.body = Data("/**/\(name)(".utf8) + response.body + Data(");".utf8)
        return .response(response)
    }
}

extension String {
    /// What comes before the first such character, with it; all, if there is none.
    fileprivate func prefixThrough(_ end: Character) -> Substring {
        firstIndex(of: end).map { self[...$0] } ?? self[...]
    }
}
