import CairnCore
import CairnGeo
import CairnTasks
import Foundation

/// A request to a service: its path, and its parameters from query and form, whatever the case of their names.
struct ServiceRequest: Sendable {
    let method: HTTPRequest.Method
    /// The path below `rest`, or the whole path where there is no `rest`.
    let path: [String]
    let headers: [String: String]
    private let parameters: [String: String]

    init(_ request: HTTPRequest) {
        method = request.method
        let parts = request.url.path.streamSafe.split(separator: "/").map(String.init)
        // The context before it, mostly "arcgis", is the administrator's choice.
        let rest = parts.firstIndex { $0.lowercased() == "rest" }
        path = rest.map { Array(parts[($0 + 1)...]) } ?? parts
        headers = Dictionary(request.headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
        var fields = FormEncoding.decode(
            URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.percentEncodedQuery ?? "")
        let type = headers["content-type"]?.lowercased() ?? ""
        if let body = request.body, type.hasPrefix("application/x-www-form-urlencoded") || type.isEmpty {
            fields.merge(FormEncoding.decode(String(decoding: (try? body.contents()) ?? Data(), as: UTF8.self))) { $1 }
        }
        parameters = Dictionary(fields.map { ($0.key.lowercased(), $0.value) }) { _, last in last }
    }

    var operation: String { path.last ?? "" }

    /// Whether services are asked for, rather than what the server says of itself.
    var isBelowServices: Bool { path.first?.lowercased() == "services" }

    /// A parameter that is there and not empty.
    subscript(_ name: String) -> String? {
        parameters[name.lowercased()].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The form of the answer; people with browsers do not ask for one.
    var format: String { self["f"]?.lowercased() ?? "html" }

    func int(_ name: String) throws(ServiceFailure) -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text) else { throw .invalid(name, "\"\(text)\" is no whole number") }
        return number
    }

    func double(_ name: String) throws(ServiceFailure) -> Double? {
        guard let text = self[name] else { return nil }
        guard let number = Double(text), number.isFinite else { throw .invalid(name, "\"\(text)\" is no number") }
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
        if numbers.count == 2, let x = numbers[0], let y = numbers[1] { return MapPoint(x: x, y: y, spatialReference: .wgs84) }
        guard let json = try? JSONValue(parsing: text),
            case .point(let point)? = try? Geometry(esriJSON: json, spatialReference: .wgs84), !point.isEmpty,
            let place = try? point.projected(to: .wgs84)
        else { throw .invalid(name, "\"\(text.prefix(60))\" is no point") }
        return place
    }

    /// An envelope as `xmin,ymin,xmax,ymax` in degrees, or as JSON.
    func envelope(_ name: String) throws(ServiceFailure) -> Envelope? {
        guard let text = self[name] else { return nil }
        let numbers = text.split(separator: ",").compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
        if numbers.count == 4 {
            return Envelope(xMin: numbers[0], yMin: numbers[1], xMax: numbers[2], yMax: numbers[3], spatialReference: .wgs84)
        }
        guard let json = try? JSONValue(parsing: text),
            let box = try? Envelope(esriJSON: json, spatialReference: .wgs84).projected(to: .wgs84)
        else { throw .invalid(name, "\"\(text.prefix(60))\" is no envelope") }
        return box
    }

    /// A spatial reference by its id, or as JSON; one that results can be had in.
    func spatialReference(_ name: String) throws(ServiceFailure) -> SpatialReference? {
        guard let text = self[name] else { return nil }
        let reference = SpatialReference(esriJSON: try? JSONValue(parsing: text))
        guard let reference, reference.isWGS84 || reference.isWebMercator else {
            throw .invalid(name, "\"\(text.prefix(60))\" is not supported; ask for 4326 or 102100")
        }
        return reference
    }
}
