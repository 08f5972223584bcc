import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Synchronization
import Testing

/// What is exported is all that the service lists, or the export fails.
@Suite(.timeLimit(.minutes(5)))
struct ExportWholenessTests {
    private let folder: ExportFolder

    init() throws { folder = try ExportFolder() }

    /// The object ids in the output.
    private func ids(_ work: FeatureExportWork) async throws -> [Int] {
        switch work.format {
        case .geoPackage:
            let geodatabase = Geodatabase(fileURL: work.output, isReadOnly: true)
            try await geodatabase.load()
            return try await geodatabase.table(named: "Places").queryObjectIDs(using: QueryParameters())
        case .geoJSON:
            let json = try JSONValue(parsing: try Data(contentsOf: work.output))
            return (json["features"]?.array ?? []).compactMap { $0["id"]?.int }
        case .csv:
            let reader = try CSVReader(work.output)
            _ = try reader.next()
            var ids: [Int] = []
            while let row = try reader.next() { ids += [Int(row.fields[0])].compactMap(\.self) }
            return ids
        }
    }

    /// The answer without some of its features, as if it were whole.
    private static func without(_ ids: Set<Int>, _ answer: HTTPResponse) -> HTTPResponse {
        guard var members = (try? JSONValue(parsing: answer.body))?.object else { return answer }
        members["features"] = .array(
            (members["features"]?.array ?? []).filter { !ids.contains($0["attributes"]?["OBJECTID"]?.int ?? -1) })
        return .json(JSONValue.object(members).text())
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `what pages leave out is fetched by its ids`(format: FeatureExportWork.Format) async throws {
        let site = FeatureSite(FeatureSite.rows(60))
        let transport = site.transport { request, honest in
            let isPage = ExportFolder.isPage(request) && request.fields["objectIds"] == nil
            return isPage ? Self.without([3, 19, 20, 44], honest) : honest
        }
        let work = try folder.work(format)
        let summary = try await folder.job(work, transport).run()
        #expect(summary == FeatureExportWork.Summary(features: 60))
        #expect(try await ids(work).sorted() == Array(1...60))
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `what a service lists and does not give fails the export, which goes on once it does`(
        format: FeatureExportWork.Format
    ) async throws {
        let site = FeatureSite(FeatureSite.rows(60))
        let isHealed = Atomic(false)
        let transport = site.transport { request, honest in
            guard ExportFolder.isPage(request), !isHealed.load(ordering: .relaxed) else { return honest }
            return Self.without(request.fields["objectIds"] == nil ? [3, 5, 19, 44] : [3, 5], honest)
        }
        let work = try folder.work(format)
        let job = try folder.job(work, transport)
        let error = await #expect(throws: FeatureExportTrouble.self) { try await job.run() }
        #expect("\(error!)".contains("2 features") && "\(error!)".contains("3, 5"), "\(error!)")
        #expect(!FileManager.default.fileExists(atPath: work.output.path))
        isHealed.store(true, ordering: .relaxed)
        try job.retry()
        #expect(try await job.output.features == 60)
        #expect(try await ids(work).sorted() == Array(1...60))
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `what others delete meanwhile is told in the summary, and what they add does not hide what is missing`(
        format: FeatureExportWork.Format
    ) async throws {
        let site = FeatureSite(FeatureSite.rows(60))
        let pages = Atomic(0)
        let transport = site.transport { request, honest in
            guard ExportFolder.isPage(request) else { return honest }
            let page = pages.add(1, ordering: .relaxed).newValue
            if page == 2 { site.state.withLock { for id in [1, 30, 31, 60] { $0.rows[id] = nil } } }
            if page == 3 { site.state.withLock { $0.add(FeatureSite.rows(1, seed: 99)[0]) } }
            return request.fields["objectIds"] == nil ? Self.without([20], honest) : honest
        }
        let work = try folder.work(format)
        let summary = try await folder.job(work, transport).run()
        // The first had come before.
        #expect(summary.features == 58 && summary.deletedMeanwhile == 2)
        #expect(try await Set(ids(work)) == Set(1...61).subtracting([30, 31, 60]))
    }

    @Test func `a summary of before is understood`() throws {
        let summary = try JSONDecoder().decode(FeatureExportWork.Summary.self, from: Data(#"{"features":7}"#.utf8))
        #expect(summary == FeatureExportWork.Summary(features: 7))
    }

    @Test func `a full disk is no trouble of the network, and a job that it has stopped can be retried`() throws {
        let errors: [any Error] = [SystemError("write", "x", code: ENOSPC), SystemError("write", "x", code: EDQUOT)]
        for error in errors {
            #expect(FeatureExportWork.transience(of: error) == .final && FeatureExportWork.canBeRetried(after: error))
        }
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `a service without pages and order is exported by its ids`(format: FeatureExportWork.Format) async throws {
        let site = FeatureSite(FeatureSite.rows(60))
        var info = site.info
        info.queryCapabilities = []
        let plain = info
        let transport = site.transport { request, honest in
            if request.url.lastPathComponent == "0" { return .json(plain.esriJSON.text()) }
            let isKnown = request.fields.keys.allSatisfy { !["orderByFields", "resultOffset", "resultRecordCount"].contains($0) }
            return isKnown ? honest : .json(#"{"error":{"code":400,"message":"Pagination is not supported."}}"#)
        }
        let work = try folder.work(format, QueryParameters(whereClause: "VALUE > 2"))
        let right = site.rows.filter { $0.attributes["VALUE"]?.int ?? 0 > 2 }.compactMap { $0.attributes["OBJECTID"]?.int }
        #expect(try await folder.job(work, transport).run().features == right.count)
        #expect(try await ids(work) == right)
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `a service that does not sort is exported by its ids`(format: FeatureExportWork.Format) async throws {
        let site = FeatureSite(FeatureSite.rows(60))
        let transport = site.transport { request, honest in
            guard ExportFolder.isPage(request), var members = (try? JSONValue(parsing: honest.body))?.object else {
                return honest
            }
            members["features"] = .array((members["features"]?.array ?? []).reversed())
            return .json(JSONValue.object(members).text())
        }
        let work = try folder.work(format)
        #expect(try await folder.job(work, transport).run().features == 60)
        #expect(try await ids(work) == Array(1...60))
    }

    // MARK: - What has no place

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `a field that comes and that the service has not named is refused, unless it is empty or was not asked for`(
        format: FeatureExportWork.Format
    ) async throws {
        let site = FeatureSite(FeatureSite.rows(10))
        var info = site.info
        info.fields.removeAll { $0.name == "SEEN" }
        let less = info
        let hidden = site.transport { request, honest in
            request.url.lastPathComponent == "0" ? .json(less.esriJSON.text()) : honest
        }
        let error = await #expect(throws: FeatureExportTrouble.self) { try await folder.job(folder.work(format), hidden).run() }
        #expect("\(error!)".contains("SEEN"))
        var parameters = QueryParameters()
        parameters.outFields = ["NAME"]
        #expect(try await folder.job(folder.work(format, parameters), hidden).run().features == 10)
        site.state.withLock { state in for id in state.rows.keys { state.rows[id]?.attributes["SEEN"] = .null } }
        #expect(try await folder.job(folder.work(format), hidden).run().features == 10)
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `names that are spelt otherwise in answers are the same fields`(format: FeatureExportWork.Format) async throws {
        let site = FeatureSite(FeatureSite.rows(20))
        let transport = site.transport { request, honest in
            guard ExportFolder.isPage(request) else { return honest }
            let text = String(decoding: honest.body, as: UTF8.self)
            return .json(text.replacing("\"NAME\"", with: "\"name\"").replacing("\"OBJECTID\"", with: "\"ObjectId\""))
        }
        let (spelt, plain) = (try folder.work(format), try folder.work(format))
        _ = try await folder.job(spelt, transport).run()
        _ = try await folder.job(plain, site.transport()).run()
        #expect(try await ids(spelt) == Array(1...20))
        if format != .geoPackage { #expect(try Data(contentsOf: spelt.output) == Data(contentsOf: plain.output)) }
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `a kind of geometry that is not known is refused, unless none is asked for`(format: FeatureExportWork.Format)
        async throws
    {
        let site = FeatureSite(FeatureSite.rows(10))
        let metadata = site.info.esriJSON.text().replacing("esriGeometryPoint", with: "esriGeometryMultiPatch")
        let transport = site.transport { request, honest in
            request.url.lastPathComponent == "0" ? .json(metadata) : honest
        }
        let error = await #expect(throws: FeatureExportTrouble.self) {
            try await folder.job(folder.work(format), transport).run()
        }
        #expect("\(error!)".contains("esriGeometryMultiPatch"))
        var parameters = QueryParameters()
        parameters.returnsGeometry = false
        #expect(try await folder.job(folder.work(format, parameters), transport).run().features == 10)
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `a geometry that has no place in the file is refused by its feature's id`(format: FeatureExportWork.Format) async throws
    {
        let site = FeatureSite(FeatureSite.rows(10))
        let isTable = Mutex(false)
        let table = site.info.esriJSON.text().replacing("esriGeometryPoint", with: "esriGeometryNull")
        site.state.withLock { state in for id in state.rows.keys { state.rows[id]?.geometry = nil } }
        let transport = site.transport { request, honest in
            if request.url.lastPathComponent == "0" { return isTable.withLock(\.self) ? .json(table) : honest }
            let text = String(decoding: honest.body, as: UTF8.self)
            return .json(
                text.replacing(/\{("attributes":\{[^}]*"OBJECTID":4[,}])/) { "{\"geometry\":{\"paths\":[[[1,2],[3,4]]]}," + $0.1 }
            )
        }
        for isBare in [false, true] {
            isTable.withLock { $0 = isBare }
            if !isBare, format == .geoJSON {
                // There each feature may be of its own kind.
                #expect(try await folder.job(folder.work(format), transport).run().features == 10)
                continue
            }
            let error = await #expect(throws: FeatureExportTrouble.self) {
                try await folder.job(folder.work(format), transport).run()
            }
            #expect("\(error!)".contains("OBJECTID 4"), "\(isBare) \(error!)")
        }
    }
}
