import CairnCore
import CairnGeo
import Testing

/// Columns of other programs' tables that say what they hold where nothing is said.
struct ColumnDefaultTests {
    private func related() async throws -> RelatedFile {
        let related = try await RelatedFile(
            "ALTER TABLE Things ADD COLUMN NN TEXT NOT NULL DEFAULT 'x'; ALTER TABLE Things ADD COLUMN N5 INTEGER DEFAULT 5")
        return related
    }

    @Test func `a field that a new feature does not name has its default`() async throws {
        let related = try await related()
        let adds = [
            ["NAME": "p"], ["NN": "own"], ["n5": 7, "nn": "y", "K": 1], ["NAME": "q"], ["N5": .null],
        ].map { Feature(attributes: $0) }
        let results = try await related.table.applyEdits(FeatureEdits(adds: adds)).adds
        #expect(results.map(\.isSuccess) == [true, true, true, true, true], "\(results)")
        let rows = try related.rows("SELECT NAME, K, NN, N5 FROM Things WHERE fid > 5 ORDER BY fid")
        #expect(rows == ["p,,x,5", ",,own,5", ",1,y,7", "q,,x,5", ",,x,"])
    }

    @Test func `null where a column takes none is refused, and a default is not made of it`() async throws {
        let related = try await related()
        let adds = [Feature(attributes: ["NN": .null]), Feature(attributes: ["NAME": "p"])]
        let results = try await related.table.applyEdits(FeatureEdits(adds: adds, rollsBackOnFailure: false)).adds
        #expect(results.map(\.isSuccess) == [false, true])
        #expect(results[0].error?.description.contains("NOT NULL constraint failed: Things.NN") == true)
    }

    @Test func `features with defaults are added in a transaction, too`() async throws {
        let related = try await related()
        _ = try await related.table.geodatabase.transaction { editor in
            try editor.add([Feature(attributes: ["K": 9]), Feature(attributes: ["K": 9, "NN": "z"])], to: "Things")
        }
        #expect(try related.rows("SELECT NN, N5 FROM Things WHERE K = 9 ORDER BY fid") == ["x,5", "z,5"])
    }
}
