import CairnCore
import CairnGeo

/// The members that an object of a request may have, and what each must be: what is misspelt, or of another type, would be passed over in silence.
struct KnownMembers {
    enum Kind: String {
        case text = "a text"
        case flag = "true or false"
        case list = "a list"
        case ids = "a list of ids"
        case object = "an object"
        case any
    }

    private let kinds: [String: Kind]
    /// Whether names count in any case of letters.
    private let isLenient: Bool

    init(_ kinds: [String: Kind], ofAnyCase isLenient: Bool = false) {
        (self.kinds, self.isLenient) = (kinds, isLenient)
    }

    /// Null stands for anything; of what is empty, it is of no account how it is called.
    ///
    /// - Parameters:
    ///   - parameter: The parameter of the request.
    ///   - place: Where the object stands in it.
    func expect(_ json: JSONValue, _ parameter: String, _ place: String) throws(ServiceFailure) {
        guard let members = json.object else { throw .invalid(parameter, "\(place) is no JSON object") }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) where !value.isNull {
            guard let kind = kinds[isLenient ? name.lowercased() : name] else {
                if Self.isEmpty(value) { continue }
                let known = kinds.keys.sorted().joined(separator: ", ")
                throw .invalid(parameter, "\(place) has an unknown member \(name.printable(upTo: 60)); it may have \(known)")
            }
            guard Self.isOf(kind, value) else { throw .invalid(parameter, "\(name) in \(place) is not \(kind.rawValue)") }
        }
    }

    private static func isEmpty(_ value: JSONValue) -> Bool { value.array?.isEmpty == true || value.object?.isEmpty == true }

    private static func isOf(_ kind: Kind, _ value: JSONValue) -> Bool {
        switch kind {
        case .text: value.string != nil
        case .flag: value.bool != nil
        case .list: value.array != nil
        case .ids: value.string != nil || value.array?.allSatisfy { $0.string != nil || $0.int != nil } == true
        case .object: value.object != nil
        case .any: true
        }
    }
}

extension KnownMembers {
    /// What is said of the rows of a layer that a replica is to have.
    static let layerQuery = KnownMembers([
        "queryOption": .text, "where": .text, "useGeometry": .flag, "includeRelated": .flag,
    ])
    /// The edits of a layer.
    static let layerEdits = KnownMembers([
        "id": .any, "features": .object, "attachments": .object, "hasGeometryUpdates": .any,
    ])
    /// The same, of clients that write those of features without a member for them.
    static let plainLayerEdits = KnownMembers(["id": .any, "features": .any, "attachments": .object].merging(lists) { $1 })
    /// A feature that is added or changed.
    static let feature = KnownMembers([
        "attributes": .object, "geometry": .any, "symbol": .any, "centroid": .any, "aggregateGeometries": .any,
    ])
    /// A file that is added or changed.
    static let attachment = KnownMembers(
        [
            "globalid": .text, "parentglobalid": .text, "name": .text, "contenttype": .text, "data": .text, "size": .any,
            "attachmentid": .any, "parentobjectid": .any, "url": .any, "keywords": .any, "exifinfo": .any,
        ], ofAnyCase: true)
    /// How a layer is to be kept in step.
    static let syncLayer = KnownMembers(["id": .any, "serverGen": .any, "serverSibGen": .any, "syncDirection": .text])
    /// The edits of features, or of attachments.
    static let edits = KnownMembers(lists.merging(["objectIdFieldName": .any, "globalIdFieldName": .any]) { $1 })

    private static let lists: [String: Kind] = [
        "adds": .list, "inserts": .list, "updates": .list, "deletes": .ids, "deleteIds": .ids,
    ]
}
