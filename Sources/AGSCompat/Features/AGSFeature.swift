public import CairnGeo
public import Foundation

/// A thing with attributes and, mostly, a place.
///
/// What is changed of it is kept by ``AGSFeatureTable/update(_:completion:)-(AGSFeature,_)``.
public class AGSFeature: NSObject {
    /// The table that it is of.
    public let featureTable: AGSFeatureTable?
    private let dictionary: NSMutableDictionary
    private var place: AGSGeometry?
    /// As its table has it, but for what is in doubt; nil for one that is not in it yet.
    private var kept: Feature?
    private var doubts = FeatureDoubts()
    private let identity = FeatureIdentity()
    /// The last question whose answer it shows.
    private var question = 0
    private var hasLeftTable = false

    convenience init(_ value: Feature, of table: AGSFeatureTable) {
        self.init(value, table.fieldTypes, of: table)
    }

    /// - Parameter types: The types of its attributes by their names.
    init(_ value: Feature, _ types: [String: FieldType], of table: AGSFeatureTable? = nil) {
        featureTable = table
        dictionary = LegacyAttributes.dictionary(value.attributes, types)
        place = value.geometry.map(AGSGeometry.make)
        super.init()
        kept = Feature(attributes: (try? LegacyAttributes.attributes(dictionary)) ?? value.attributes, geometry: value.geometry)
    }

    init(_ attributes: [String: Any], _ geometry: AGSGeometry?, of table: AGSFeatureTable) {
        featureTable = table
        dictionary = NSMutableDictionary()
        for (name, value) in attributes { dictionary[name] = value }
        place = geometry
    }

    /// A feature of Cairn for old callers, of no table, as those are that a tool has given.
    ///
    /// - Parameters:
    ///   - feature: The new value.
    ///   - fields: The fields that say which of its texts are ids, and so `UUID`s.
    public convenience init(_ feature: Feature, fields: [Field] = []) {
        self.init(feature, Dictionary(fields.map { ($0.name, $0.type) }) { first, _ in first })
    }

    /// The new value, as this is now, for code of Cairn.
    ///
    /// - Throws: For attributes of types that no table has.
    public var feature: Feature {
        get throws { try snapshot().feature }
    }

    /// The attributes by name: numbers, texts, dates, `UUID`s of global ids, and `NSNull`.
    public var attributes: NSMutableDictionary {
        absorb()
        return dictionary
    }

    /// The place; nil for rows of tables.
    public var geometry: AGSGeometry? {
        get {
            absorb()
            return place
        }
        set {
            absorb()
            place = newValue
        }
    }

    /// Takes in what has been loaded since.
    func absorb() {}

    /// The object id; nil if it has none, is not in its table, or that is not loaded.
    var objectID: Int? {
        guard let idField = featureTable?.table.knownDefinition?.objectIDField else { return nil }
        return kept?.attributes[idField]?.int ?? identity.ids?.objectID
    }

    /// Whether its table was found not to have it any more, and it was not added since.
    var isGone: Bool { hasLeftTable && objectID == nil }

    // MARK: - Its table's side

    /// - Throws: For attributes of types that no table has.
    func snapshot() throws -> FeatureSnapshot {
        absorb()
        let now = Feature(attributes: try LegacyAttributes.attributes(dictionary), geometry: place?.value)
        return FeatureSnapshot(
            feature: now, change: change(now),
            hasLostGeometry: now.geometry == nil && (kept?.geometry != nil || doubts.isAsked(.geometry)),
            known: kept?.attributes, identity: identity)
    }

    /// The same for a table that it is to be in.
    ///
    /// - Throws: If it is of another one.
    func snapshot(for table: AGSFeatureTable) throws -> FeatureSnapshot {
        try expectPlace(in: table)
        return try snapshot()
    }

    /// - Throws: If it is of another table.
    func expectPlace(in table: AGSFeatureTable) throws {
        guard let own = featureTable, own !== table, !own.table.isSame(as: table.table) else { return }
        let isNamesake = own.tableName == table.tableName
        throw AGSError.runtime(
            .commonInvalidArgument,
            isNamesake
                ? "The feature is of another object of the table \(own.tableName). Give it to the one that it came from, its featureTable."
                : "The feature is of the table \(own.tableName), and not of \(table.tableName). "
                    + "Make one for that by its createFeature(attributes:geometry:), and add it.")
    }

    /// What differs from what its table has, or may.
    private func change(_ now: Feature) -> Feature {
        guard let kept else { return now }
        let (doubtful, definition) = (doubts.parts, featureTable?.table.knownDefinition)
        let changed = now.attributes.filter { name, value in
            if name == definition?.objectIDField || name == definition?.globalIDField { return false }
            return kept.attributes[name] != value || doubtful.contains(.attribute(name))
        }
        let isSame = now.geometry == kept.geometry && !doubtful.contains(.geometry)
        return Feature(attributes: Attributes(changed.map { ($0.name, $0.value) }), geometry: isSame ? nil : now.geometry)
    }

    /// It is to be kept so.
    ///
    /// - Returns: The number of the edit.
    func ask(_ snapshot: FeatureSnapshot) -> Int { doubts.ask(snapshot.change.parts) }

    /// Its table has kept it as it was.
    func settle(_ number: Int, _ snapshot: FeatureSnapshot, _ ids: FeatureIDs?, _ fate: EditFate) {
        // What has been loaded meanwhile is older.
        absorb()
        let parts = doubts.settle(number, fate)
        var now = kept ?? Feature()
        for part in parts {
            switch part {
            case .attribute(let name): now.attributes[name] = snapshot.feature.attributes[name]
            case .geometry: now.geometry = snapshot.feature.geometry
            }
        }
        kept = now
        if let ids { take(ids) }
    }

    /// It is called so now.
    func take(_ ids: FeatureIDs) {
        guard let definition = featureTable?.table.knownDefinition else { return }
        identity.take(ids)
        var own: Attributes = [definition.objectIDField: .integer(ids.objectID)]
        // Its owner may have written another's over its own.
        let known = objectID == ids.objectID ? definition.globalIDField.flatMap { kept?.attributes[$0]?.string } : nil
        if let field = definition.globalIDField, let id = ids.globalID ?? known { own[field] = .string(id) }
        let legacy = LegacyAttributes.dictionary(own, featureTable?.fieldTypes ?? [:])
        for (name, value) in (try? LegacyAttributes.attributes(legacy)) ?? own {
            dictionary[name] = legacy[name]
            kept?.attributes[name] = value
        }
    }

    /// Its table does not have it any more: it stays as it is, and has no object id, but shows one that no feature has.
    ///
    /// - Parameter question: What has told that: what was asked before, and comes later, does not bring it back.
    func leaveTable(_ question: Int) {
        absorb()
        (self.question, hasLeftTable) = (max(self.question, question), true)
        guard let field = featureTable?.table.knownDefinition?.objectIDField else { return }
        identity.forget()
        kept?.attributes[field] = nil
        dictionary[field] = LegacyAttributes.dictionary([field: .integer(-1)], featureTable?.fieldTypes ?? [:])[field]
    }

    /// Takes over what its table had, unless what it shows was asked for later.
    func take(_ answer: BroughtFeature) {
        absorb()
        guard answer.question > question else { return }
        question = answer.question
        take(answer.feature)
    }

    /// Takes over what its table has, but for what has been changed here.
    func take(_ value: Feature) {
        // What was loaded before, and nobody has looked at, does not come over this later.
        absorb()
        let legacy = LegacyAttributes.dictionary(value.attributes, featureTable?.fieldTypes ?? [:])
        guard let new = try? LegacyAttributes.attributes(legacy), let now = try? LegacyAttributes.attributes(dictionary) else {
            return
        }
        for (name, value) in new {
            if now[name] == kept?.attributes[name] { dictionary[name] = legacy[name] }
            kept?.attributes[name] = value
        }
        guard let geometry = value.geometry else { return }
        if place?.value == kept?.geometry { place = AGSGeometry.make(geometry) }
        kept?.geometry = geometry
    }
}
