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
