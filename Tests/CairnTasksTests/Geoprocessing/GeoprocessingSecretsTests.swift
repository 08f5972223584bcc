import CairnCore
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What of the addresses of inputs gets into the record of a job.
@Suite(.timeLimit(.minutes(5)))
struct GeoprocessingSecretsTests {
    private static let tool = URL(string: "http://localhost/X/GPServer/Plain")!
    private static let keyed = GeoprocessingValue.dataFile(
        GeoprocessingDataFile(url: URL(string: "http://localhost/in.zip?key=abc123")!))

    /// Says that its input is by default what is here ``keyed``.
    private static let transport = StubTransport { _ in
        .json(
            """
            {"name":"Plain","executionType":"esriExecutionTypeAsynchronous","parameters":[{"name":"In","dataType":"GPDataFile",
            "direction":"esriGPParameterDirectionInput","parameterType":"esriGPParameterTypeOptional",
            "defaultValue":{"url":"http://localhost/in.zip?key=abc123"}}]}
            """)
    }

    private let task = GeoprocessingTask(url: tool, transport: transport, credential: CredentialStore())

    private func parameters(_ input: GeoprocessingValue) -> GeoprocessingParameters {
        GeoprocessingParameters(executionType: .asynchronousSubmit, inputs: ["In": input])
    }

    private func job(_ parameters: GeoprocessingParameters) throws -> Job<GeoprocessingWork> {
        let access = ServiceAccess(credentials: CredentialStore(), transport: Self.transport)
        return try Job(GeoprocessingWork(task: ServiceURL(Self.tool), parameters: parameters), services: access)
    }

    @Test(arguments: [
        "key", "secretKey", "shared_key", "X-Amz-Credential", "sas", "credentials", "client_assertion", "passphrase",
        "oauth_token",
    ]) func `an input with a secret of whatever name makes no job`(name: String) throws {
        let url = try #require(URL(string: "http://localhost/in.zip?\(name)=hunter2longsecret"))
        let inputs: [GeoprocessingValue] = [
            .dataFile(GeoprocessingDataFile(url: url)), .mapImage(GeoprocessingMapImage(url: url)),
            .features(GeoprocessingFeatures(layer: url)), .table(GeoprocessingFeatures(layer: url)),
            .composite(.multiValue([.raster(GeoprocessingRaster(.url(url)))])),
        ]
        for input in inputs {
            let makers = [{ try task.makeJob(parameters: parameters(input)) }, { try job(parameters(input)) }]
            for make in makers {
                #expect {
                    _ = try make()
                } throws: {
                    "\($0)".contains("Leave that out") && "\($0)".contains(name) && !"\($0)".contains("hunter2")
                }
            }
        }
    }

    @Test func `one that was stored when fewer names counted is stored again, and none beside it`() throws {
        let harmless = parameters(.dataFile(GeoprocessingDataFile(url: URL(string: "http://localhost/in.zip?kex=abc123")!)))
        let text = try JSONValue(encoding: harmless).text().replacing("kex=", with: "key=")
        let json = try JSONValue(parsing: text)
        var stored = try json.decode(GeoprocessingParameters.self)
        #expect(try JSONValue(encoding: stored) == json)
        #expect(stored == parameters(Self.keyed) && stored.hashValue == parameters(Self.keyed).hashValue)
        #expect(try job(stored).record.work["parameters"] == json)
        stored.inputs["Other"] = .dataFile(GeoprocessingDataFile(url: URL(string: "http://localhost/in.zip?key=abc124")!))
        #expect(throws: JobError.self) { try job(stored) }
    }

    @Test func `one that the tool itself has by default makes a job`() async throws {
        let defaults = try await task.makeDefaultParameters()
        #expect(defaults.inputs["In"] == Self.keyed)
        #expect(try job(defaults).record.json.text().contains("key=abc123"))
        #expect(try task.makeJob(parameters: parameters(Self.keyed)).record.json.text().contains("key=abc123"))
        #expect(throws: JobError.self) { try job(parameters(Self.keyed)) }
    }
}
