/// Number the changes of the features of a table.
struct GenerationTriggers: ChangeTriggers {
    private let id: SQLName
    private let global: SQLName
    private let table: SQLName
    let subject: String

    init(_ definition: FeatureTableDefinition, globalIDField: String) {
        (id, global, table) = (SQLName(definition.objectIDField), SQLName(globalIDField), SQLName(definition.name))
        subject = definition.name
    }

    private func isEmpty(_ row: String) -> String { "coalesce(\(row).\(global), '') = ''" }
    private func row(_ row: String) -> String { "SELECT \(row).\(global) AS global_id" }
    private func name(_ suffix: String) -> String { "cairn_\(subject)_generation_\(suffix)" }

    var preparation: String { "UPDATE \(table) SET \(global) = \(Self.newGlobalID) WHERE coalesce(\(global), '') = ''" }

    var list: [ChangeTrigger] { [replace, displace, insert, identify, update, rename, keep, delete] }

    /// What takes the place of another row deletes that without a word. Whether it does is not known yet: it may be ignored as well.
    private var replace: ChangeTrigger {
        let byID = "SELECT other.\(global) AS global_id FROM \(table) AS other WHERE other.\(id) = NEW.\(id)"
        let byGlobalID =
            "SELECT other.\(global) AS global_id FROM \(table) AS other WHERE other.\(global) = NEW.\(global) AND other.\(id) IS NOT NEW.\(id)"
        return ChangeTrigger(
            name("replace"), "BEFORE INSERT", on: subject, when: "EXISTS (\(byID)) OR EXISTS (\(byGlobalID))",
            note("delete", byID) + note("delete", byGlobalID))
    }

    /// So does what gets the id of another row.
    private var displace: ChangeTrigger {
        let rows = """
            SELECT other.\(global) AS global_id FROM \(table) AS other
            WHERE (other.\(id) = NEW.\(id) OR other.\(global) = NEW.\(global)) AND other.\(id) IS NOT OLD.\(id)
            """
        return ChangeTrigger(
            name("displace"), "BEFORE UPDATE", on: subject,
            when: "(NEW.\(id) IS NOT OLD.\(id) OR NEW.\(global) IS NOT OLD.\(global)) AND EXISTS (\(rows))",
            note("delete", "\(rows) AND other.\(id) = NEW.\(id)") + note("delete", "\(rows) AND other.\(global) = NEW.\(global)"))
    }

    private var insert: ChangeTrigger {
        ChangeTrigger(name("insert"), "AFTER INSERT", on: subject, when: "NOT \(isEmpty("NEW"))", note("add", row("NEW")))
    }

    private var identify: ChangeTrigger {
        ChangeTrigger(
            name("identify"), "AFTER INSERT", on: subject, when: isEmpty("NEW"),
            ["UPDATE \(table) SET \(global) = \(Self.newGlobalID) WHERE \(id) = NEW.\(id);"])
    }

    private var update: ChangeTrigger {
        ChangeTrigger(
            name("update"), "AFTER UPDATE", on: subject, when: "NEW.\(global) IS OLD.\(global) AND NOT \(isEmpty("NEW"))",
            note("update", row("NEW")))
    }

    /// With another global id it is another feature.
    private var rename: ChangeTrigger {
        ChangeTrigger(
            name("rename"), "AFTER UPDATE", on: subject, when: "NEW.\(global) IS NOT OLD.\(global) AND NOT \(isEmpty("NEW"))",
            note("delete", row("OLD")) + note("add", row("NEW")))
    }

    /// A global id is not taken away.
    private var keep: ChangeTrigger {
        ChangeTrigger(
            name("keep"), "AFTER UPDATE", on: subject, when: "\(isEmpty("NEW")) AND NOT \(isEmpty("OLD"))",
            note("delete", row("OLD")) + ["UPDATE \(table) SET \(global) = OLD.\(global) WHERE \(id) = NEW.\(id);"])
    }

    private var delete: ChangeTrigger {
        ChangeTrigger(name("delete"), "AFTER DELETE", on: subject, when: "NOT \(isEmpty("OLD"))", note("delete", row("OLD")))
    }
}
