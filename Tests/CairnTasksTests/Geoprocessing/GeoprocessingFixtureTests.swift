import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What was recorded from servers, or stands in their drafts, is read as it says.
struct GeoprocessingFixtureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../../../../shared/fixtures/gp"
    ).standardized

    private static var isThere: Bool { FileManager.default.fileExists(atPath: folder.path) }

    private static func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
    }

    private static let tool = URL(string: "http://localhost/arcgis/rest/services/X/GPServer/Tool")!

    /// A value as the result of a job, read as a client reads it.
    private static func value(_ json: String) async throws -> GeoprocessingValue {
        let name = try #require(JSONValue(parsing: json)["paramName"]?.string)
        let transport = StubTransport { request in
            switch request.url.lastPathComponent {
            case "submitJob": .json(#"{"jobId":"j1","jobStatus":"esriJobSubmitted"}"#)
            case "j1":
                .json(#"{"jobId":"j1","jobStatus":"esriJobSucceeded","results":{"\#(name)":{"paramUrl":"results/\#(name)"}}}"#)
            default: .json(json)
            }
        }
        let task = GeoprocessingTask(url: tool, transport: transport)
        let result = try await task.makeJob(parameters: GeoprocessingParameters(executionType: .asynchronousSubmit)).run()
        #expect(result.outputNames == [name])
        return try await result.output(named: name)
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `plain values are read`() async throws {
        #expect(try await Self.value(Self.text("spec_value_boolean.json")) == .boolean(true))
        #expect(try await Self.value(Self.text("spec_value_double.json")) == .double(1234.56))
        #expect(try await Self.value(Self.text("spec_value_long.json")) == .long(123))
        #expect(try await Self.value(Self.text("spec_value_string.json")) == .string("TestString"))
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `files and rasters are read`() async throws {
        let file = try await Self.value(Self.text("spec_value_dataFile.json"))
        #expect(file.dataFile?.url?.lastPathComponent == "output.txt")
        let raster = try #require(try await Self.value(Self.text("spec_value_rasterData.json")).raster)
        #expect(raster.url?.lastPathComponent == "slpgrd.tif" && raster.format == "tif")
        let layer = try #require(try await Self.value(Self.text("spec_value_rasterDataLayer.json")).raster)
        #expect(layer.url?.lastPathComponent == "outrast.tif" && layer.format == "tif")
        let image = try #require(try await Self.value(Self.text("spec_value_mapImage.json")).mapImage)
        #expect(image.width == 400 && image.height == 400 && image.scale == 2.53e7)
        #expect(image.extent?.xMin == -109.55 && image.extent?.spatialReference == .wgs84)
        #expect(image.url.lastPathComponent == "map40a7f57f31474933a94b5c672b7205f0.png")
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `features are read`() async throws {
        let features = try #require(try await Self.value(Self.text("spec_value_featureRecordSet.json")).features)
        let set = try #require(features.featureSet)
        #expect(set.features.count == 2 && set.spatialReference == .wgs84 && features.geometryType == .point)
        #expect(set.features[0].attributes["TextField"] == "a" && set.features[1].attributes["DoubleField"] == 5678.91)
        #expect(set.features[0].geometry == .point(MapPoint(x: -104.36, y: 34.657, spatialReference: .wgs84)))
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `empty record sets are read`() async throws {
        let all = try JSONValue(parsing: Self.text("results_map_recordsets_empty_NOT_WIRE.json"))
        for (name, json) in try #require(all.object) {
            let value = try await Self.value(json.text())
            let set = try #require(value.features?.featureSet ?? value.table?.featureSet)
            #expect(set.features.isEmpty && set.fields.isEmpty && !set.exceededTransferLimit && set.spatialReference == nil)
            #expect((value.features != nil) == (name == "out_routes"))
            #expect(value.features?.geometryType == (name == "out_routes" ? .polyline : nil))
        }
    }

    /// How a job ends whose status is that.
    private static func job(_ status: String) async throws -> (Job<GeoprocessingWork>, Result<GeoprocessingResult, any Error>) {
        let submitted = try text("submitJob_submitted.json")
        // Each was recorded of a job of its own.
        var members = try #require(JSONValue(parsing: status).object)
        members["jobId"] = try JSONValue(parsing: submitted)["jobId"]
        let status = JSONValue.object(members).text()
        let transport = StubTransport { request in
            .json(request.url.lastPathComponent == "submitJob" ? submitted : status)
        }
        let task = GeoprocessingTask(url: tool, transport: transport)
        let job = try task.makeJob(parameters: GeoprocessingParameters(executionType: .asynchronousSubmit))
        try job.start()
        let result = await job.result
        #expect(transport.requests[1].url.lastPathComponent == "j4fa1db2338f042a19eb68856afabc27e")
        return (job, result)
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `jobs that have succeeded are read`() async throws {
        let recorded = try await Self.job(Self.text("job_succeeded_two_results.json")).1.get()
        #expect(recorded.outputNames == ["Hotspot_Raster", "Output_Features"])
        let draft = try await Self.job(Self.text("spec_job.json"))
        #expect(try draft.1.get().outputNames == ["Output_Feature_Class", "Output_Long"])
        #expect(
            try draft.1.get().messages.map(\.text).prefix(2) == [
                "Start Time: Thu Jul 05 16:36:25 2007", "Executed  successfully.",
            ])
        #expect(draft.0.messages.filter { $0.source == .service }.count == 3)
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `jobs that have ended otherwise are read`() async throws {
        let cancelled = try await Self.job(Self.text("job_cancelled_messages.json"))
        #expect { try cancelled.1.get() } throws: {
            guard case .jobEnded(.cancelled, _, _, let reasons)? = $0 as? GeoprocessingError else { return false }
            return reasons == ["Submitted.", "Cancel complete."]
        }
        let failed = try await Self.job(Self.text("job_failed_mock_message_singular.json"))
        #expect { try failed.1.get() } throws: {
            guard case .jobEnded(.failed, _, _, let reasons)? = $0 as? GeoprocessingError else { return false }
            return reasons == ["Failed"]
        }
    }

    @Test(.enabled(if: isThere, "the fixtures are not there")) func `a service of the draft is read`() async throws {
        let text = try Self.text("spec_gpserver.json")
        let info = try await GeoprocessingTask(url: Self.tool, transport: StubTransport { _ in .json(text) }).serviceInfo()
        #expect(info.tasks == ["BufferPointsByRef", "BufferLinesByRef", "BufferPolygonsByRef"])
        #expect(info.executionType == .asynchronousSubmit && info.resultMapServerName == "BufferByRef")
        #expect(info.serviceDescription == "Test Geoprocessing Service Description")
    }
}
