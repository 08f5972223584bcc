import Foundation

/// Says on standard error what is being waited for, once that takes a while: a server that stands still is told from one that works.
struct WaitingNotice {
    /// Longer than mostly anything takes, and shorter than anybody's patience.
    private static let patience = Duration.seconds(4)
    private let text: String?

    /// - Parameter what: Who is waited for; nil for what needs no words.
    init(_ what: String?) {
        text = what.map { "Waiting for \($0) …" }
    }

    /// Does what may take a while.
    func during<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard let text else { return try await body() }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                if (try? await Task.sleep(for: Self.patience)) != nil { Console.note(text) }
            }
            defer { group.cancelAll() }
            return try await body()
        }
    }
}
