import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A feature service with one layer that is kept in memory: it gives pages, takes edits, and counts them.
final class FeatureSite: HonestSite {
    /// What the service can do.
    struct Abilities: Sendable {
        var maxRecordCount = 7
        var hasPages = true
        var offersPBF = false
        var hasExtent = true
        var hasGlobalIDs = true
        var listsAttachmentsTogether = true
        var wantsToken = false
        /// Whether pages are shorter than was asked for, now and then.
        var isMoody = false
        /// What it does with a condition that asks for features behind an object id.
        var behindID = ConditionSense.understood
    }

    enum ConditionSense: Sendable, CaseIterable {
        case understood, refused, ignored
    }

    struct Attachment: Sendable, Equatable {
        var name: String
        var type: String
        var data: Data
    }

    struct State: Sendable {
        var rows: [Int: Feature] = [:]
        var nextID = 1
        var attachments: [Int: [Int: Attachment]] = [:]
        var nextAttachmentID = 1
        /// How often each edit has been carried out, by the text of its request.
        var carriedOut: [String: Int] = [:]
    }

    static let fields = [
        Field("OBJECTID", type: .objectID), Field("NAME", length: 40), Field("VALUE", type: .integer),
        Field("SEEN", type: .date), Field("GlobalID", type: FieldType(rawValue: "esriFieldTypeGlobalID")),
    ]

    let abilities: Abilities
    let office: TokenOffice
    let state: Mutex<State>

    init(_ rows: [Feature] = [], _ abilities: Abilities = Abilities(), seed: UInt64 = 0) {
        self.abilities = abilities
        office = TokenOffice(seed: seed)
        var state = State()
        for row in rows { state.add(row) }
        self.state = Mutex(state)
    }

    /// So many features, from a seed.
    static func rows(_ count: Int, seed: UInt64 = 1) -> [Feature] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in row(using: &random) }
    }

    static func row(using random: inout SeededGenerator) -> Feature {
        let name =
            Bool.random(using: &random)
            ? AttributeValue.string(["Ring", "Weg", "Ö'Platz"].randomElement(using: &random)!) : .null
        let seen = AttributeValue.date(Date(wholeMilliseconds: Int.random(in: -100...100, using: &random) * 86_400_000))
        let x = Double(Int.random(in: -1000...1000, using: &random)) / 8
        let y = Double(Int.random(in: -600...600, using: &random)) / 8
        return Feature(
            attributes: [
                "NAME": name, "VALUE": .integer(Int.random(in: 0...9, using: &random)), "SEEN": seen,
                "GlobalID": .string(uuid(using: &random)),
            ],
            geometry: Int.random(in: 0..<8, using: &random) == 0 ? nil : .point(MapPoint(x: x, y: y, spatialReference: .wgs84)))
    }

    static func uuid(using random: inout SeededGenerator) -> String {
        let bytes = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString
    }

    var secrets: [String] { abilities.wantsToken ? office.secrets : [] }

    /// The features, by object id.
    var rows: [Feature] { state.withLock { state in state.rows.sorted { $0.key < $1.key }.map(\.value) } }

    func answer(to request: ScriptedRequest) -> HonestAnswer {
        if request.path.hasSuffix("generateToken") { return office.issue(request) }
        if abilities.wantsToken, !office.admits(request) { return TokenOffice.refusal }
        let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        let body =
            (request.headers["content-type"] ?? "").hasPrefix("multipart") ? "" : String(decoding: request.body, as: UTF8.self)
        let fields = FormEncoding.decode(query).merging(FormEncoding.decode(body)) { $1 }
        let path = request.path.components(separatedBy: "FeatureServer").last?.split(separator: "/").map(String.init) ?? []
        return answer(path, fields, request)
    }

    private func answer(_ path: [String], _ fields: [String: String], _ request: ScriptedRequest) -> HonestAnswer {
        switch (path.count, path.last ?? "") {
        case (0, _): .json(serviceInfo.esriJSON.text())
        case (1, "applyEdits"): serviceEdits(fields)
        case (1, "0"): .json(info.esriJSON.text())
        case (2, "query"): query(fields)
        case (2, "applyEdits"): edits(fields)
        case (2, "queryRelatedRecords"): related(fields)
        case (2, "queryAttachments"): attachments(fields)
        default: attachmentAnswer(Array(path.dropFirst()), fields, request)
        }
    }

    /// The same over a transport that never leaves the process.
    func transport(_ spoil: @escaping @Sendable (HTTPRequest, HTTPResponse) async throws -> HTTPResponse = { $1 })
        -> StubTransport
    {
        StubTransport { [self] request in
            let scripted = ScriptedRequest(request)
            let answer = answer(to: scripted)
            return try await spoil(request, HTTPResponse(status: answer.status, headers: answer.fields, body: answer.body))
        }
    }

    static let url = URL(string: "https://example.com/arcgis/rest/services/Places/FeatureServer")!
    static let layer = url.appending(path: "0")
}

extension FeatureSite.State {
    mutating func add(_ feature: Feature) {
        var feature = feature
        feature.attributes["OBJECTID"] = .integer(nextID)
        rows[nextID] = feature
        nextID += 1
    }
}

extension ScriptedRequest {
    init(_ request: HTTPRequest) {
        let components = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
        let query = components?.percentEncodedQuery.map { "?\($0)" } ?? ""
        self.init(
            method: request.method.rawValue, target: (components?.percentEncodedPath ?? "") + query,
            headers: Dictionary(request.headers.map { ($0.key.lowercased(), $0.value) }) { first, _ in first },
            body: (try? request.body?.contents()) ?? Data(), number: 0)
    }
}
