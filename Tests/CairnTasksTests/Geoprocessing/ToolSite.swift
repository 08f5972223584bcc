import CairnCore
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation

/// A Local Server with one tool, and what asks it.
struct ToolSite {
    let tool = GatedTool()
    /// Where jobs wait that were submitted.
    let admission = Gate()
    let server: LocalServer
    let tools: PublishedTools
    let clock = ManualClock()

    /// - Parameters:
    ///   - isOpen: Whether tool and admission let all through.
    ///   - faultClock: What delays of faults are counted by.
    init(
        isOpen: Bool = true, type: GeoprocessingExecutionType = .asynchronousSubmit, users: [String: String] = [:],
        running: Int = 2,
        faultClock: any Clock<Duration> = ContinuousClock()
    ) {
        let admission = admission
        if isOpen {
            tool.gate.open()
            admission.open()
        }
        tools = PublishedTools([tool], type, nil, running, clock) { await admission.passUncancelled() }
        server = LocalServer(tools: ["Tools": tools], users: users, clock: faultClock)
    }

    var url: URL { URL(string: "http://localhost/arcgis/rest/services/Tools/GPServer/Wait")! }

    /// What jobs get: this server, and this clock.
    var access: ServiceAccess {
        var access = ServiceAccess(credentials: CredentialStore(), transport: server)
        access.clock = clock
        return access
    }

    func parameters(_ text: String = "hello", _ type: GeoprocessingExecutionType = .asynchronousSubmit) -> GeoprocessingParameters
    {
        GeoprocessingParameters(executionType: type, inputs: ["Text": .string(text)])
    }

    func work(_ text: String = "hello", _ type: GeoprocessingExecutionType = .asynchronousSubmit) throws -> GeoprocessingWork {
        GeoprocessingWork(task: try ServiceURL(url), parameters: parameters(text, type))
    }

    /// A job whose time is real, and that asks often.
    func job(_ text: String = "hello", store: (any JobStore)? = nil) throws -> Job<GeoprocessingWork> {
        try Job(work(text), services: access, configuration: Self.configuration(store))
    }

    static func configuration(_ store: (any JobStore)? = nil) -> JobConfiguration {
        JobConfiguration(
            store: store, polling: PollingSchedule(minimum: .milliseconds(1), maximum: .milliseconds(1), shareOfAge: 0),
            // A machine may be busy: what bounds cancelling here is the clock that tests advance.
            cancellationTimeout: .seconds(3600))
    }
}
