import AGSCompat

/// A completion that had nothing to say.
struct NothingSaid: Error {}

/// What a call of old code answers.
@MainActor
func answer<Value>(_ call: (@escaping (Value?, (any Error)?) -> Void) -> Void) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        call { value, error in
            if let value { continuation.resume(returning: value) } else { continuation.resume(throwing: error ?? NothingSaid()) }
        }
    }
}

/// Waits until a call of old code has answered.
@MainActor
func done(_ call: (@escaping ((any Error)?) -> Void) -> Void) async throws {
    let error: (any Error)? = await withCheckedContinuation { continuation in
        call { continuation.resume(returning: $0) }
    }
    if let error { throw error }
}

/// The features of a table that meet a condition, in their order.
@MainActor
func query(_ table: AGSFeatureTable, _ whereClause: String = "") async throws -> [AGSArcGISFeature] {
    let parameters = AGSQueryParameters()
    parameters.whereClause = whereClause
    let result: AGSFeatureQueryResult = try await answer { table.queryFeatures(with: parameters, completion: $0) }
    return result.featureEnumerator().allObjects as? [AGSArcGISFeature] ?? []
}

/// Their ranks, the least first.
@MainActor
func ranks(_ table: AGSFeatureTable) async throws -> [Int] {
    try await query(table).compactMap { $0.attributes["rank"] as? Int }.sorted()
}

/// Sends the edits of a table.
@MainActor
func send(_ table: AGSServiceFeatureTable) async throws -> [AGSFeatureEditResult] {
    try await answer { table.applyEdits(completion: $0) }
}
