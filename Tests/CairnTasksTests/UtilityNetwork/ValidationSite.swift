import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Synchronization

/// A service that validates topologies while its caller waits, as it is told.
final class ValidationSite: Sendable {
    static let service = URL(string: "https://example.com/arcgis/rest/services/Town/UtilityNetworkServer")!
    static let done = """
        {"moment":1600000000000,"fullUpdate":false,"validateErrorsCreated":true,"dirtyAreaCount":2,"success":true,"status":"Completed"}
        """
    static let result = UtilityNetworkValidationResult(
        hasDirtyAreas: true, hasErrors: true, moment: Date(timeIntervalSince1970: 1_600_000_000))

    private struct State {
        var answers: [String]
        var submissions = 0
        var looks = 0
    }

    private let state: Mutex<State>
    private let beginning: @Sendable (Int) throws -> String
    let clock = ManualClock()

    /// - Parameters:
    ///   - answers: What is answered to those who look, one after the other; the last again and again.
    ///   - beginning: What is answered to who submits for the n-th time.
    init(
        _ answers: [String] = [#"{"status":"Pending"}"#, #"{"status":"InProgress","submissionTime":1}"#, ValidationSite.done],
        beginning: @escaping @Sendable (Int) throws -> String = { #"{"statusUrl":"jobs/\#($0)?token=secret"}"# }
    ) {
        state = Mutex(State(answers: answers))
        self.beginning = beginning
    }

    var submissions: Int { state.withLock(\.submissions) }
    var looks: Int { state.withLock(\.looks) }

    var transport: StubTransport {
        StubTransport { [self] request in
            if request.url.lastPathComponent == "validateNetworkTopology" {
                let number = state.withLock { state in
                    state.submissions += 1
                    return state.submissions
                }
                return .json(try beginning(number))
            }
            return state.withLock { state in
                state.looks += 1
                let answer = state.answers.count > 1 ? state.answers.removeFirst() : state.answers.first ?? "{}"
                return answer.hasPrefix("404") ? HTTPResponse(status: 404) : .json(answer)
            }
        }
    }

    func work() throws -> UtilityNetworkValidationWork {
        UtilityNetworkValidationWork(
            service: try ServiceURL(Self.service),
            extent: Envelope(xMin: 0, yMin: 0, xMax: 9, yMax: 9, spatialReference: .webMercator), versionName: "sde.DEFAULT")
    }

    func access(_ transport: StubTransport? = nil) -> ServiceAccess {
        ServiceAccess(credentials: CredentialStore(), transport: transport ?? self.transport)
    }

    func job(_ transport: StubTransport? = nil, store: (any JobStore)? = nil) throws -> Job<UtilityNetworkValidationWork> {
        try Job(
            work(), services: access(transport), configuration: JobConfiguration(store: store, clock: clock, random: { 0.5 }))
    }
}
