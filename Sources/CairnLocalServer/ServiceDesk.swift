import CairnCore
import CairnTasks
import Foundation
import Synchronization

/// Answers requests, faults included. It knows nothing of connections, and whoever waits for an answer keeps it and not the server.
final class ServiceDesk: Sendable {
    let faults = FaultPlan()
    let directory: ServicesDirectory
    let tokens: TokenAuthority?
    private let portal: PortalSite?
    private let time: ElapsedTime
    private let answered = Atomic(0)

    init(
        _ directory: ServicesDirectory, _ portal: PortalSite?, _ tokens: TokenAuthority?, _ clock: any Clock<Duration>
    ) {
        (self.directory, self.portal, self.tokens, time) = (directory, portal, tokens, ElapsedTime(clock))
    }

    /// How many requests have been answered.
    var requestCount: Int { answered.load(ordering: .relaxed) }

    /// The answer; nil stands for a request whose address cannot be decoded.
    func answer(to request: ServiceRequest?) -> HTTPAnswer {
        answered.add(1, ordering: .relaxed)
        guard let request else { return .ready(.refusal(404, "The address cannot be decoded.")) }
        guard let fault = faults.next(for: request.operation) else { return answer(request) }
        return .later { await self.reply(to: request, showing: fault) }
    }

    private func reply(to request: ServiceRequest, showing fault: Fault) async -> HTTPReply {
        switch fault {
        case .drop: return .drop
        case .hang:
            try? await time.sleep(for: .seconds(1 << 40))
            return .drop
        case .delay(let duration):
            try? await time.sleep(for: duration)
            return await answer(request).reply
        case .truncate(let count): return await answer(request).reply.truncated(to: count)
        case .expiredToken: return .response(ServiceFailure.invalidToken.response(request))
        case .serviceError(let code, let message):
            return .response(ServiceFailure(code: code, message: message).response(request))
        case .status(let status, let retryAfter):
            let headers = ["content-type": "text/html"].merging(retryAfter.map { ["retry-after": "\($0)"] } ?? [:]) { $1 }
            let body = Data("<html><body><h1>\(status) \(HTTPURLResponseText.reason(status))</h1></body></html>".utf8)
            return .response(HTTPResponse(status: status, headers: headers, body: body))
        }
    }

    private func answer(_ request: ServiceRequest) -> HTTPAnswer {
        do {
            if let refusal = request.refusal { return .ready(refusal) }
            if request.operation.lowercased() == "generatetoken", let tokens {
                return .ready(.response(ServiceAnswer(try tokens.issue(request)).response(request)))
            }
            if let path = request.portalPath, let portal { return try answer(request, of: portal, path) }
            let known = request.asked(by: request.isBelowServices ? try tokens?.check(request) : nil)
            switch try directory.find(request) {
            case .page(let answer): return .ready(.response(answer.response(request)))
            case .service(let service, let path):
                return .later { await Self.reply(to: known) { try await service.answer(path, known) } }
            }
        } catch {
            return .ready(.response(ServiceFailure(error).response(request)))
        }
    }

    /// The answer of a portal, which anybody may ask, and who says who he is must be.
    private func answer(_ request: ServiceRequest, of portal: PortalSite, _ path: [String]) throws -> HTTPAnswer {
        let known = request.asked(by: try tokens?.user(of: request))
        return .later { await Self.reply(to: known) { try await portal.answer(path, known) } }
    }

    private static func reply(
        to request: ServiceRequest, _ answer: @Sendable () async throws -> ServiceAnswer
    ) async -> HTTPReply {
        do {
            return .response(try await answer().response(request))
        } catch is AnswerMemory.Full {
            return .busy
        } catch {
            return .response(ServiceFailure(error).response(request))
        }
    }
}
