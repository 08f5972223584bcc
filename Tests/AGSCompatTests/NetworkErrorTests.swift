import AGSCompat
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// Trouble of the network, as old code hears of it.
@Suite(.timeLimit(.minutes(10)))
@MainActor
struct NetworkErrorTests {
    private static let url = URL(string: "https://example.com/arcgis/rest/services/G/GeocodeServer")!

    private func error(of reason: TransportError.Reason) async -> NSError? {
        let stub = StubTransport { throw TransportError(reason, url: $0.url) }
        let locator = AGSLocatorTask(LocatorTask(url: Self.url, transport: stub))
        return await withCheckedContinuation { continuation in
            locator.load { continuation.resume(returning: $0 as NSError?) }
        }
    }

    @Test func `each kind of trouble has the code that old code compares with`() async throws {
        let codes: [(TransportError.Reason, Int)] = [
            (.refused, NSURLErrorCannotConnectToHost), (.unknownHost, NSURLErrorCannotFindHost), (.timedOut, NSURLErrorTimedOut),
            (.connectionLost, NSURLErrorNetworkConnectionLost), (.tooLarge(limit: 1), NSURLErrorDataLengthExceedsMaximum),
            (.headTooLarge(limit: 1), NSURLErrorDataLengthExceedsMaximum),
            (.redirection(to: "x"), NSURLErrorHTTPTooManyRedirects),
            (.redirectedPost(to: "x"), NSURLErrorBadServerResponse), (.garbled("x"), NSURLErrorBadServerResponse),
            (.notUnderstood("x"), NSURLErrorCannotParseResponse),
            (.authenticationDemanded(scheme: "x"), NSURLErrorUserAuthenticationRequired),
            (.untrusted("x"), NSURLErrorServerCertificateUntrusted), (.invalidRequest("x"), NSURLErrorBadURL),
            (.notEncrypted, NSURLErrorAppTransportSecurityRequiresSecureConnection), (.failed("x"), NSURLErrorUnknown),
        ]
        for (reason, code) in codes {
            let error = try #require(await error(of: reason))
            #expect(error.domain == NSURLErrorDomain && error.code == code, "\(reason)")
            #expect(error.localizedDescription.contains("example.com"))
            #expect((error.userInfo[NSUnderlyingErrorKey] as? TransportError)?.reason == reason)
            #expect(error.userInfo[NSURLErrorFailingURLStringErrorKey] as? String == Self.url.absoluteString)
        }
    }
}
