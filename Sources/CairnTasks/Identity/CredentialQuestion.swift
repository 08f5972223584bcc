import CairnCore
import Synchronization

/// One challenge being put to the handler, once for all who wait for its answer.
final class CredentialQuestion: Loadable {
    let loader = Loader()
    private let ask: @Sendable () async throws -> AccessToken?
    private let answer = Mutex<AccessToken?>(nil)

    init(_ ask: @escaping @Sendable () async throws -> AccessToken?) {
        self.ask = ask
    }

    /// The token of the credential that was given; nil if there was none.
    var token: AccessToken? { answer.withLock(\.self) }

    @concurrent func performLoad() async throws {
        // An attempt that everybody had left may have got its answer all the same.
        if token != nil { return }
        let token = try await ask()
        answer.withLock { $0 = token }
    }
}
