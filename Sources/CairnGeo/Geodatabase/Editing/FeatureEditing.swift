import CSQLite
import CairnCore
import Foundation

/// Carries edits out, feature by feature, and tells what became of each; within a transaction of the caller's.
struct FeatureEditing {
    private let definition: FeatureTableDefinition
    private let edits: FeatureEdits
    private let database: Database
    private let writer: FeatureTableWriter
    private let lookUp: Statement?
    /// What finds the global id of an object id.
    private let globalIDs: Statement?
    private let check: EditCheck
    /// The names as they are, by those in small letters.
    private let names: [String: String]
    /// Whether one to be added whose global id is there is taken for a change of that.
    private let changesWhatIsThere: Bool

    init(
        _ edits: FeatureEdits, _ definition: FeatureTableDefinition, _ package: GeoPackage, changesWhatIsThere: Bool = false
    ) throws {
        self.changesWhatIsThere = changesWhatIsThere
        (self.definition, self.edits, database) = (definition, edits, package.database)
        if edits.usesGlobalIDs, definition.globalIDField == nil { throw GeodatabaseError.noGlobalIDs(table: definition.name) }
        writer = try package.writer(of: definition)
        check = try EditCheck(definition, package.database)
        names = Dictionary(definition.fields.map { ($0.name.lowercased(), $0.name) }) { first, _ in first }
        globalIDs = try definition.globalIDField.map { field throws(DatabaseError) in
            try package.database.prepare(
                "SELECT \(SQLName(field)) FROM \(SQLName(definition.name)) WHERE \(SQLName(definition.objectIDField)) = ?")
        }
        lookUp = try definition.globalIDField.map { field throws(DatabaseError) in
            let (id, column) = (SQLName(definition.objectIDField), SQLName(field))
            // One that is written just so before others.
            return try package.database.prepare(
                """
                SELECT \(id) FROM \(SQLName(definition.name)) WHERE \(column) IN (?1, ?2, ?3, ?4, ?5) ORDER BY \(column) = ?1 DESC
                """)
        }
    }

    func results() throws -> FeatureEditResults {
        FeatureEditResults(
            adds: try edits.adds.map(add), updates: try edits.updates.map(update),
            deletes: edits.usesGlobalIDs
                ? try edits.deletedGlobalIDs.map(delete) : try edits.deletedObjectIDs.map { try delete($0, globalID: nil) })
    }

    private func add(_ feature: Feature) throws -> FeatureEditResult {
        if changesWhatIsThere, try objectID(globalID(of: feature)) != nil { return try update(feature) }
        return try result(globalID: globalID(of: feature)) { result in
            var attributes = try named(feature.attributes)
            let fresh = try database.freshID(of: definition.name, in: definition.objectIDField)
            attributes[definition.objectIDField] = fresh.map { .integer($0) }
            if let field = definition.globalIDField {
                // Their own they keep only if features are told apart by it: else two could come with the same.
                let id = edits.usesGlobalIDs ? try givenGlobalID(of: feature, field) : nil
                if let id, try objectID(id) != nil { throw FeatureEditError.isThere(id, definition) }
                result.globalID = id.map(GlobalID.normalized) ?? GlobalID.new()
                attributes[field] = result.globalID.map { .string($0) }
            }
            try check.expect(attributes, feature.geometry)
            let id = try writer.add(Feature(attributes: attributes, geometry: feature.geometry))
            database.takenBackIDs.give(id, of: definition.name)
            result.objectID = id
        }
    }

    private func update(_ feature: Feature) throws -> FeatureEditResult {
        try result(globalID: globalID(of: feature)) { result in
            let own = feature.objectID(definition.objectIDField)
            // Told with whatever else is wrong.
            if !edits.usesGlobalIDs { (result.objectID, result.globalID) = (own, try own.flatMap(globalID(ofID:))) }
            var attributes = try named(feature.attributes)
            guard let id = try edits.usesGlobalIDs ? objectID(result.globalID) : own else {
                throw FeatureEditError.noID(edits.usesGlobalIDs ? result.globalID : own.map(String.init), definition)
            }
            result.objectID = id
            attributes[definition.objectIDField] = nil
            // It is given once, and not changed.
            if let field = definition.globalIDField { attributes[field] = nil }
            try check.expect(attributes, feature.geometry)
            guard try writer.update(Feature(attributes: attributes, geometry: feature.geometry), objectID: id) else {
                throw FeatureEditError.noID(String(id), definition)
            }
        }
    }

    private func delete(globalID: String) throws -> FeatureEditResult {
        guard let id = try objectID(globalID) else {
            return FeatureEditResult(globalID: globalID, error: .noID(globalID, definition))
        }
        return try delete(id, globalID: globalID)
    }

    private func delete(_ id: Int, globalID: String?) throws -> FeatureEditResult {
        try result(globalID: globalID) { result in
            result.objectID = id
            guard try writer.delete(objectID: id) else { throw FeatureEditError.noID(String(id), definition) }
        }
    }

    /// What became of an edit: what is wrong with one feature alone is part of its result.
    private func result(globalID: String?, _ body: (inout FeatureEditResult) throws -> Void) throws -> FeatureEditResult {
        var result = FeatureEditResult(globalID: globalID)
        do {
            try body(&result)
        } catch let error as FeatureEditError {
            result.error = error
        } catch let error where error is GeodatabaseError || error is GeometryError {
            result.error = FeatureEditError(code: 1000, description: "\(error)")
        } catch let error as DatabaseError where error.code & 0xFF == SQLITE_CONSTRAINT || error.code & 0xFF == SQLITE_TOOBIG {
            result.error = FeatureEditError(code: 1000, description: "The feature is refused: \(error.message).")
        }
        return result
    }

    // MARK: - Names and ids

    /// Attributes by the names that the fields have, in whatever letters they came.
    private func named(_ attributes: Attributes) throws -> Attributes {
        let pairs = try attributes.map { name, value in (try fieldName(name), value) }
        let named = Attributes(pairs)
        guard named.count == pairs.count else {
            let repeated = Dictionary(grouping: pairs) { $0.0 }.filter { $1.count > 1 }.keys.sorted()
            throw FeatureEditError.isRepeated(repeated[0], definition)
        }
        return named
    }

    private func fieldName(_ name: String) throws -> String {
        let lower = name.lowercased()
        if lower == definition.objectIDField.lowercased() { return definition.objectIDField }
        guard let field = names[lower] else {
            throw GeodatabaseError.noField(name: name.printable(upTo: 60), table: definition.name)
        }
        return field
    }

    private func globalID(of feature: Feature) -> String? {
        guard let field = definition.globalIDField else { return nil }
        return feature.attributes.value(ofAnyCase: field)?.string
    }

    /// That of a feature to be added; nil if it brings none.
    private func givenGlobalID(of feature: Feature, _ field: String) throws -> String? {
        guard let value = feature.attributes.value(ofAnyCase: field), value != .null else { return nil }
        guard let id = value.string, GlobalID.isWellFormed(id) else { throw FeatureEditError.isNoGlobalID(value.text) }
        return id
    }

    private func globalID(ofID objectID: Int) throws -> String? {
        guard let globalIDs else { return nil }
        defer { globalIDs.reset() }
        globalIDs.bind(1, objectID)
        guard try globalIDs.step(), !globalIDs.isNull(0) else { return nil }
        return globalIDs.string(0)
    }

    private func objectID(_ globalID: String?) throws -> Int? {
        guard let globalID, let lookUp else { return nil }
        defer { lookUp.reset() }
        let spellings = GlobalID.spellings(of: globalID)
        for index in 0..<5 { lookUp.bind(Int32(index + 1), spellings[min(index, spellings.count - 1)]) }
        return try lookUp.step() ? lookUp.int(0) : nil
    }
}

extension FeatureEditError {
    fileprivate static func noID(_ id: String?, _ definition: FeatureTableDefinition) -> FeatureEditError {
        guard let id else {
            return FeatureEditError(code: 1000, description: "The feature has no id by which it could be found.")
        }
        return FeatureEditError(
            code: goneCode, description: "The table \(definition.name) has no feature \(id.printable(upTo: 60)).")
    }

    fileprivate static func isRepeated(_ field: String, _ definition: FeatureTableDefinition) -> FeatureEditError {
        FeatureEditError(
            code: 1000,
            description:
                "The feature has several values for the field \(field) of the table \(definition.name), in other letters.")
    }

    fileprivate static func isNoGlobalID(_ text: String) -> FeatureEditError {
        FeatureEditError(
            code: 1000,
            description:
                "\"\(text.printable(upTo: 60))\" is no global id; one is written as {0AB6C5D4-1234-4ABC-9DEF-0123456789AB}.")
    }

    fileprivate static func isThere(_ id: String, _ definition: FeatureTableDefinition) -> FeatureEditError {
        FeatureEditError(
            code: 1000,
            description: "The table \(definition.name) has a feature of the global id \(id.printable(upTo: 60)) already.")
    }

    package static let rolledBack = FeatureEditError(
        code: 1003, description: "Nothing was changed, for another of the edits was refused.")
}

extension GeoPackage {
    /// Carries edits out: all of them, or none if one is refused and they say so.
    func applyEdits(_ edits: FeatureEdits, to definition: FeatureTableDefinition) throws -> FeatureEditResults {
        try definition.expectEditable()
        try TableRights(definition, self).expect(.features(edits))
        struct RolledBack: Error { let results: FeatureEditResults }
        do {
            return try using(definition) {
                try transaction {
                    try createIndex(of: definition)
                    let results = try FeatureEditing(edits, definition, self).results()
                    if edits.rollsBackOnFailure, results.firstError != nil { throw RolledBack(results: results) }
                    try updateExtent(of: definition)
                    return results
                }
            }
        } catch let error as RolledBack {
            return error.results.rolledBack
        }
    }
}

extension FeatureEditResults {
    /// The same, with nothing done.
    var rolledBack: FeatureEditResults {
        FeatureEditResults(
            adds: adds.map { FeatureEditResult(globalID: $0.globalID, error: $0.error ?? .rolledBack) },
            updates: updates.map {
                FeatureEditResult(objectID: $0.objectID, globalID: $0.globalID, error: $0.error ?? .rolledBack)
            },
            deletes: deletes.map {
                FeatureEditResult(objectID: $0.objectID, globalID: $0.globalID, error: $0.error ?? .rolledBack)
            })
    }
}
