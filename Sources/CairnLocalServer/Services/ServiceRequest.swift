import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// A request to a service: its path, and its parameters from query and form, whatever the case of their names.
struct ServiceRequest: Sendable {
    let method: HTTPRequest.Method
    /// The path below `rest`, or the whole path where there is no `rest`.
    let path: [String]
    /// The path below `sharing/rest`, or `sharing`; nil for what is no request to a portal.
    let portalPath: [String]?
    let headers: [String: String]
    private let address: String
    /// How many parts of the path come before `rest`: mostly "arcgis", the administrator's choice.
    private let contextCount: Int?
    private let hasBody: Bool
    private let parameters: [String: String]
    /// Who asks; nil where nobody has to say.
    private(set) var user: String?
    /// The files that came with it.
    let files: [UploadedFile]
    /// Whether its form with files could not be read.
    private let isMalformed: Bool

    /// A request of this process; nil if its address cannot be decoded.
    init?(_ request: HTTPRequest) {
        let headers = Dictionary(request.headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        self.init(
            request.method, request.url.absoluteString, headers: headers, body: request.body.flatMap { try? $0.contents() })
    }

    /// - Parameters:
    ///   - address: As it was written, which Foundation may not take for one.
    ///   - headers: By names in lower case.
    init?(_ method: HTTPRequest.Method, _ address: String, headers: [String: String], body: Data?) {
        // By bytes, for what divides an address is ASCII.
        let parts = address.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 3, omittingEmptySubsequences: false)
        let target = parts.count > 3 ? parts[3].prefix { $0 != UInt8(ascii: "#") } : Substring().utf8
        let halves = target.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for part in halves[0].split(separator: UInt8(ascii: "/")) {
            guard let name = String(Substring(part)).percentDecoded?.streamSafe, !name.holdsReplacement else { return nil }
            path.append(name)
        }
        (self.method, self.address, self.headers) = (method, address, headers)
        hasBody = !(body?.isEmpty ?? true)
        contextCount = path.firstIndex { $0.lowercased() == "rest" }
        self.path = contextCount.map { Array(path[($0 + 1)...]) } ?? path
        portalPath = Self.portalPath(path, contextCount)
        let type = headers["content-type"] ?? ""
        let isMultipart = type.lowercased().hasPrefix("multipart/form-data")
        let form = isMultipart ? body.flatMap { MultipartReader($0, contentType: type) } : nil
        (files, isMalformed) = (form?.files ?? [], isMultipart && form == nil)
        parameters = Self.parameters(
            query: halves.count > 1 ? String(Substring(halves[1])) : "", body, type: type.lowercased(), form?.fields ?? [])
    }

    private static func portalPath(_ path: [String], _ contextCount: Int?) -> [String]? {
        let end = contextCount ?? path.count
        guard let sharing = path[..<end].firstIndex(where: { $0.lowercased() == "sharing" }) else { return nil }
        if contextCount == nil { return Array(path[(sharing + 1)...]) }
        // Whoever has an application of that name has no portal there.
        return sharing + 1 == end ? Array(path[(end + 1)...]) : nil
    }

    /// The address of the server, such as `http://127.0.0.1:6080`.
    var serverAddress: String {
        address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }

    /// The address of what lies before `rest`, such as `http://127.0.0.1:6080/arcgis`.
    var contextAddress: String {
        let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let context = contextCount.map { parts.count > 3 ? parts[3].split(separator: "/").prefix($0) : [] } ?? ["arcgis"]
        return (parts.prefix(3) + context).joined(separator: "/")
    }

    /// Those of the address before those of the form. Of repeated ones the first counts, as for ArcGIS Server.
    private static func parameters(
        query: String, _ body: Data?, type: String, _ form: [(name: String, value: String)]
    ) -> [String: String] {
        var fields = FormEncoding.pairs(query) + form
        if let body, type.hasPrefix("application/x-www-form-urlencoded") || type.isEmpty {
            fields += FormEncoding.pairs(String(decoding: body, as: UTF8.self))
        }
        return Dictionary(fields.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    }

    var operation: String { path.last ?? "" }

    /// The names of all parameters, in lower case.
    var names: [String] { Array(parameters.keys) }

    /// The same, of somebody who has shown who he is.
    func asked(by user: String?) -> ServiceRequest {
        var request = self
        request.user = user
        return request
    }

    /// Whether services are asked for, rather than what the server says of itself.
    var isBelowServices: Bool { path.first?.lowercased() == "services" }

    /// Why the form is not read, if there is one that is none.
    var refusal: HTTPReply? {
        guard let type = headers["content-type"]?.lowercased(), method == .post, hasBody else { return nil }
        if isMalformed { return .refusal(400, "The form cannot be read: it is no multipart/form-data, or has no end.") }
        if ["application/x-www-form-urlencoded", "multipart/form-data"].contains(where: type.hasPrefix) { return nil }
        return .refusal(415, "Send parameters as application/x-www-form-urlencoded, and not as \(type.prefix(60)).")
    }

    /// A parameter that is there and not empty.
    subscript(_ name: String) -> String? {
        parameters[name.lowercased()].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a parameter is there, and empty.
    func isEmpty(_ name: String) -> Bool { parameters[name.lowercased()]?.isEmpty == true }

    /// The form of the answer; people with browsers do not ask for one.
    var format: String { self["f"]?.lowercased() ?? (isOfFile ? "json" : "html") }

    /// Whether it asks for a file: who fetches one would take a page for it.
    private var isOfFile: Bool {
        if let portalPath { return portalPath.count >= 4 && ["data", "info"].contains(portalPath[3].lowercased()) }
        return path.dropLast().last.map { Self.foldersOfFiles.contains($0.lowercased()) } ?? false
    }

    private static let foldersOfFiles: Set<String> = ["replicafiles", "scratch", "attachments"]

    /// A whole number that limits something.
    func limit(_ name: String) throws(ServiceFailure) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text) else { throw .invalid(name, "\"\(text.prefix(60))\" is no whole number") }
        guard number >= 0 else { throw .invalid(name, "\(number) is negative") }
        return number
    }

    /// A length or another measure.
    func measure(_ name: String) throws(ServiceFailure) -> Double? {
        guard let text = self[name] else { return nil }
        guard let number = Double(text), number.isFinite else {
            throw .invalid(name, "\"\(text.prefix(60))\" is no number")
        }
        guard number >= 0 else { throw .invalid(name, "\(number) is negative") }
        return number
    }

    /// A list separated by commas.
    func list(_ name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// A point as `x,y` in degrees, or as JSON.
    func point(_ name: String) throws(ServiceFailure) -> MapPoint? {
        guard let text = self[name] else { return nil }
        let numbers = text.split(separator: ",").map { Double($0.trimmingCharacters(in: .whitespaces)) }
        if numbers.count == 2, let x = numbers[0], let y = numbers[1], x.isFinite, y.isFinite {
            return MapPoint(x: x, y: y, spatialReference: .wgs84)
        }
        guard let json = try? JSONValue(parsing: text),
            case .point(let point)? = try? Geometry(esriJSON: json, spatialReference: .wgs84), !point.isEmpty,
            let place = try? point.projected(to: .wgs84)
        else { throw .invalid(name, "\"\(text.prefix(60))\" is no point") }
        return place
    }

    /// An envelope as `xmin,ymin,xmax,ymax` in degrees, or as JSON.
    func envelope(_ name: String) throws(ServiceFailure) -> Envelope? {
        guard let text = self[name] else { return nil }
        let numbers = text.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }.filter(\.isFinite)
        if numbers.count == 4, text.split(separator: ",").count == 4, numbers[0] <= numbers[2], numbers[1] <= numbers[3] {
            return Envelope(xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3], spatialReference: .wgs84)
        }
        guard let json = try? JSONValue(parsing: text),
            let box = try? Envelope(esriJSON: json, spatialReference: .wgs84).projected(to: .wgs84), !box.isEmpty
        else { throw .invalid(name, "\"\(text.prefix(60))\" is no envelope") }
        return box
    }

    /// A spatial reference by its id, or as JSON; one that results can be had in.
    func spatialReference(_ name: String) throws(ServiceFailure) -> SpatialReference? {
        guard let text = self[name] else { return nil }
        let reference = try? SpatialReference(esriJSON: JSONValue(parsing: text))
        guard let reference, reference.isWGS84 || reference.isWebMercator else {
            throw .invalid(name, "\"\(text.prefix(60))\" is not supported; ask for 4326 or 102100")
        }
        return reference
    }
}

extension String {
    /// Whether it came of bytes that were no text.
    fileprivate var holdsReplacement: Bool { !utf8.allSatisfy { $0 < 0x80 } && unicodeScalars.contains("\u{FFFD}") }
}
