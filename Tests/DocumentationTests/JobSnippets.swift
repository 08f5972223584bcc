import Cairn
import Foundation

/// The snippets of Docs/Jobs.md.
private struct CountLines: JobWork {
    static let kind = "documentation.count-lines"
    let file: URL

    @concurrent func perform(in context: JobContext<Self>) async throws -> Int {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count
    }
}

private func keep(_ file: URL) async throws {
    let store = try FileJobStore(directory: URL(filePath: "jobs"))
    let job = try Job(CountLines(file: file), configuration: JobConfiguration(store: store))
    let lines = try await job.run()
    print(lines)
}

private func askForKey(_ url: URL) async -> String? { nil }

private func sign(in clientID: String, _ secret: String, _ store: FileJobStore) {
    CredentialStore.standard.add(OAuthClientCredential(clientID: clientID, clientSecret: secret))
    let manager = JobManager(kinds: .standard, configuration: JobConfiguration(store: store))
    CredentialStore.standard.setChallengeHandler { challenge in
        guard let key = await askForKey(challenge.url) else { return nil }
        return APIKeyCredential(key, server: challenge.url)
    }
    _ = manager
}

private func tryAgain(_ job: Job<CountLines>) throws {
    if job.status == .failed, job.record.failure?.isRetryable == true { try job.retry() }
}
