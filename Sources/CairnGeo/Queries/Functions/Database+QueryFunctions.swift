import CSQLite
import CairnCore

extension Database {
    /// Makes the functions known that translated queries call. They cannot be called from a file's own triggers and views.
    package func registerQueryFunctions() throws(DatabaseError) {
        for (index, routine) in SQLRoutine.all.enumerated() {
            for count in routine.counts { try register(routine.name, count, index) }
        }
        for search in SQLSearch.allCases {
            for count in search.counts { try register(search, count) }
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

    /// The pointer is this connection, which is there as long as SQLite's own: for whether somebody wants it to end.
    private func register(_ search: SQLSearch, _ count: Int) throws(DatabaseError) {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        let code =
            switch search {
            case .like:
                sqlite3_create_function_v2(
                    handle, search.rawValue, Int32(count), Self.flags, pointer,
                    { context, count, arguments in SQLSearch.like.answer(context, count, arguments) }, nil, nil, nil)
            case .position:
                sqlite3_create_function_v2(
                    handle, search.rawValue, Int32(count), Self.flags, pointer,
                    { context, count, arguments in SQLSearch.position.answer(context, count, arguments) }, nil, nil, nil)
            }
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

extension SQLSearch {
    fileprivate func answer(
        _ context: OpaquePointer?, _ count: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let pointer = sqlite3_user_data(context) else { return sqlite3_result_null(context) }
        let database = Unmanaged<Database>.fromOpaque(pointer).takeUnretainedValue()
        let values = (0..<Int(count)).map { AttributeValue(sqlite: arguments?[$0]) }
        guard !values.contains(.null) else { return sqlite3_result_null(context) }
        var watch = SearchWatch { database.interruption?.isAsked ?? false }
        do {
            try result(values, &watch).setResult(context)
        } catch {
            sqlite3_result_error_code(context, SQLITE_INTERRUPT)
        }
    }
}
