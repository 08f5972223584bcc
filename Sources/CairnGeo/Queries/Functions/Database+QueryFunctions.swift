import CSQLite
import CairnCore

extension Database {
    /// Makes the functions known that translated queries call. They cannot be called from a file's own triggers and views.
    package func registerQueryFunctions() throws(DatabaseError) {
        for (index, routine) in SQLRoutine.all.enumerated() {
            for count in routine.counts { try register(routine.name, count, index) }
        }
        for aggregate in SQLAggregate.allCases { try register(aggregate) }
    }

    private static var flags: Int32 { SQLITE_UTF8 | SQLITE_DETERMINISTIC | Int32(SQLITE_DIRECTONLY) }

    /// The index goes along as the pointer that SQLite keeps for a function: nothing to be freed.
    private func register(_ name: String, _ count: Int, _ index: Int) throws(DatabaseError) {
        let code = sqlite3_create_function_v2(
            handle, name, Int32(count), Self.flags, UnsafeMutableRawPointer(bitPattern: index + 1),
            { context, count, arguments in
                let values = (0..<Int(count)).map { AttributeValue(sqlite: arguments?[$0]) }
                guard !values.contains(.null) else { return sqlite3_result_null(context) }
                SQLRoutine.all[Int(bitPattern: sqlite3_user_data(context)) - 1].body(values).setResult(context)
            }, nil, nil, nil)
        if code != SQLITE_OK { throw error(code) }
    }

    private func register(_ aggregate: SQLAggregate) throws(DatabaseError) {
        let index = SQLAggregate.allCases.firstIndex(of: aggregate) ?? 0
        let code = sqlite3_create_function_v2(
            handle, aggregate.rawValue, 1, Self.flags, UnsafeMutableRawPointer(bitPattern: index + 1), nil,
            { context, _, arguments in SQLAggregate.spread(context)?.pointee.add(AttributeValue(sqlite: arguments?[0])) },
            { context in
                let aggregate = SQLAggregate.allCases[Int(bitPattern: sqlite3_user_data(context)) - 1]
                let spread = SQLAggregate.spread(context)?.pointee ?? SQLSpread()
                aggregate.result(spread).setResult(context)
            }, nil)
        if code != SQLITE_OK { throw error(code) }
    }
}
