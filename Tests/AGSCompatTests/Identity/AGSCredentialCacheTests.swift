import CairnCallbacks
import CairnTasks
import Foundation
import Testing

@testable import AGSCompat

@MainActor
struct AGSCredentialCacheTests {
    @Test func `who signs out is told on the main queue, and nothing is left`() async throws {
        let url = URL(string: "https://gis.example.com/")!
        let store = CredentialStore([APIKeyCredential("other", server: url)])
        store.set(APIKeyCredential("key", server: url), for: url)
        let cache = AGSCredentialCache(store)
        cache.disableAutoSyncToKeychain()
        let (isMain, count) = await withCheckedContinuation { continuation in
            cache.removeAndRevokeAllCredentials { errors in continuation.resume(returning: (CallbackQueue.isMain, errors?.count))
            }
        }
        #expect(isMain && count == nil && "\(store)" == "Store of 0 credentials")
    }
}
