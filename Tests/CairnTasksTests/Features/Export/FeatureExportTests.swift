import CairnCore
import CairnGeo
@testable import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(10)))
struct FeatureExportTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "cairn-\(UUID())")
    private static let fields = [
        Field("NAME", alias: "The name", length: 20), Field("N", type: .integer), Field("SHARE", type: .double),
        Field("WHEN", type: .date),
    ]

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func geometry(_ type: GeometryType, _ number: Int) -> Geometry {
        let (x, y) = (Double(number % 170), Double(number % 80))
        let line = [Position(x: x, y: y), Position(x: x + 1, y: y), Position(x: x, y: y + 1)]
        return switch type {
        case .point: .point(MapPoint(x: x, y: y, spatialReference: .wgs84))
        case .multipoint: .multipoint(Multipoint(points: line, spatialReference: .wgs84))
        case .polyline: .polyline(Polyline(paths: [line], spatialReference: .wgs84))
        case .polygon: .polygon(Geometry.Polygon(rings: [[line[0], line[2], line[1], line[0]]], spatialReference: .wgs84))
        }
    }

    private func makeTable(_ type: GeometryType?, count: Int) async throws -> GeodatabaseFeatureTable {
        let geodatabase = try await Geodatabase.create(at: folder.appending(path: "source-\(UUID()).gpkg"))
        try await geodatabase.transaction { editor in
            let definition = FeatureTableDefinition("Things", fields: Self.fields, geometryType: type, spatialReference: .wgs84)
            try editor.createTable(definition)
            let features = (0..<count).map { feature($0 + 1, type) }
            try editor.add(features, to: "Things")
        }
        return try geodatabase.table(named: "Things")
    }

    private func feature(_ number: Int, _ type: GeometryType?) -> Feature {
        let attributes: Attributes = [
            "OBJECTID": .integer(number * 3), "NAME": number % 5 == 0 ? .null : .string("a \"b\", \(number)"),
            "N": .integer(number % 7), "SHARE": .double(Double(number) / 8),
            "WHEN": .date(Date(wholeMilliseconds: number * 1_000_000 + number % 4 * 125)),
        ]
        let place = type.map { geometry($0, number) }
        return Feature(attributes: attributes, geometry: number % 11 == 0 ? nil : place)
    }

    private func output(_ format: FeatureExportWork.Format) -> URL {
        folder.appending(path: "\(UUID()).\(format == .geoPackage ? "gpkg" : format.rawValue.lowercased())")
    }

    private func work(
        _ format: FeatureExportWork.Format, _ parameters: QueryParameters = QueryParameters(), to output: URL? = nil
    ) -> FeatureExportWork {
        FeatureExportWork(
            source: .geodatabase(folder, table: nil), parameters: parameters, output: output ?? self.output(format),
            format: format)
    }

    private func run(
        _ work: FeatureExportWork, _ table: any FeatureTable
    ) async throws -> FeatureExportWork.Summary {
        let outage = OutagePolicy(backoff: Backoff(initial: .zero, maximum: .zero))
        return try await Job(
            work, services: FeatureServices { _ in table }, configuration: JobConfiguration(outage: outage)
        ).run()
    }

    private func features(_ url: URL, _ table: String = "Things") async throws -> [Feature] {
        let geodatabase = Geodatabase(fileURL: url, isReadOnly: true)
        try await geodatabase.load()
        return try await geodatabase.table(named: table).queryFeatures(using: QueryParameters()).featureSet().features
    }

    private func rows(_ url: URL) throws -> [[String]] {
        let reader = try CSVReader(url)
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row.fields) }
        return rows
    }

    /// What a text of ISO 8601 says, with or without a fraction.
    private func moment(_ text: String?) -> AttributeValue? {
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: text?.contains(".") ?? false)
        let date = text.flatMap { try? Date($0, strategy: style) }
        return date.flatMap { Int(rounding: $0.timeIntervalSince1970 * 1000) }.map { .date(Date(wholeMilliseconds: $0)) }
    }

    @Test(arguments: GeometryType.allCases.map { Optional($0) } + [nil])
    func `each format holds all features, however often the answers break off`(type: GeometryType?) async throws {
        let table = try await makeTable(type, count: 3000)
        let expected = try await table.queryFeatures(using: QueryParameters()).featureSet().features
        let files = (work(.geoPackage), work(.geoJSON), work(.csv))
        for (seed, work) in [files.0, files.1, files.2].enumerated() {
            #expect(try await run(work, HarshTable(table, seed: UInt64(seed))).features == 3000)
        }
        #expect(try await features(files.0.output) == expected)
        let json = try JSONValue(parsing: try Data(contentsOf: files.1.output))
        let members = try #require(json["features"]?.array)
        #expect(members.count == 3000)
        for (member, feature) in zip(members, expected) {
            #expect(member["properties"]?["SHARE"]?.double == feature.attributes["SHARE"]?.double)
            #expect(moment(member["properties"]?["WHEN"]?.string) == feature.attributes["WHEN"])
            let geometry = member["geometry"] == .null ? nil : try member["geometry"].map { try Geometry(geoJSON: $0) }
            #expect(geometry == feature.geometry)
        }
        let rows = try rows(files.2.output)
        #expect(rows.count == 3001 && rows[0].prefix(5) == ["OBJECTID", "NAME", "N", "SHARE", "WHEN"])
        for (row, feature) in zip(rows.dropFirst(), expected) {
            #expect(row.prefix(5).elementsEqual(feature.attributes.values.map(\.text)))
            #expect(moment(row[4]) == feature.attributes["WHEN"])
            switch type {
            case nil: #expect(row.count == 5)
            case .point: #expect(Double(row[5]) == feature.geometry?.positions.first?.x && row.count == 7)
            default: #expect(try (row[5].isEmpty ? nil : Geometry(wkt: row[5], spatialReference: .wgs84)) == feature.geometry)
            }
        }
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `a job that is stopped at any moment goes on where it was`(format: FeatureExportWork.Format) async throws {
        let table = try await makeTable(.point, count: 11_500)
        let contract = JobWorkContract<FeatureExportWork> { _, _ in
            true
        } make: { [self] in
            (work(format), FeatureServices { _ in HarshTable(table, seed: 5, failures: 0) })
        }
        try await contract.verify()
        // And what comes of it is the same, byte by byte or feature by feature.
        let outputs = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { !$0.lastPathComponent.hasPrefix("source") }
        #expect(outputs.count > 2 && outputs.allSatisfy { !$0.lastPathComponent.contains("partial") })
        if format == .geoPackage {
            for output in outputs { #expect(try await features(output).count == 11_500) }
        } else {
            #expect(Set(try outputs.map { try Data(contentsOf: $0) }).count == 1)
        }
    }

    @Test func `only what is asked for is written, under the name and in the reference that are`() async throws {
        let table = try await makeTable(.point, count: 100)
        var parameters = QueryParameters(whereClause: "N = 3 OR N = 4")
        (parameters.outFields, parameters.outSpatialReference) = (["name"], .webMercator)
        var work = work(.geoPackage, parameters)
        work.tableName = "Some"
        let count = try await run(work, HarshTable(table, seed: 4)).features
        let written = try await features(work.output, "some")
        let expected = try await table.queryFeatures(using: parameters).featureSet().features
        #expect(written == expected && count == written.count && count > 20)
    }

    @Test(arguments: ["", "a\0b", "GPKG_x"])
    func `a name that no table may have is told with what gives another, and texts need none`(name: String) async throws {
        let table = try await makeTable(.point, count: 10)
        for format in FeatureExportWork.Format.allCases {
            var work = work(format)
            work.tableName = name
            guard format == .geoPackage else {
                #expect(try await run(work, table).features == 10)
                continue
            }
            let named = work
            let error = await #expect(throws: FeatureExportTrouble.self) { try await run(named, table) }
            #expect("\(error as Any)".contains("another name (--name"), "\(error as Any)")
            #expect(!FileManager.default.fileExists(atPath: work.partial.url.path))
        }
    }

    @Test func `a table without features gives a file without features`() async throws {
        let table = try await makeTable(.polygon, count: 0)
        for format in FeatureExportWork.Format.allCases {
            let work = work(format)
            #expect(try await run(work, table).features == 0)
            switch format {
            case .geoPackage: #expect(try await features(work.output).isEmpty)
            case .geoJSON: #expect(try JSONValue(parsing: Data(contentsOf: work.output))["features"]?.array == [])
            case .csv: #expect(try rows(work.output) == [["OBJECTID", "NAME", "N", "SHARE", "WHEN", "WKT"]])
            }
        }
    }

    @Test(arguments: [FeatureExportWork.Format.geoPackage, .geoJSON])
    func `what a job has not begun is not taken for its own`(format: FeatureExportWork.Format) async throws {
        let table = try await makeTable(.point, count: 10)
        let work = work(format)
        let words = Data("somebody's notes".utf8)
        try words.write(to: work.partial.url)
        await #expect(throws: PartialOutputTrouble.self) { try await run(work, table) }
        #expect(try Data(contentsOf: work.partial.url) == words && work.partialFiles.isEmpty)
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `features that come twice, out of order or without an id are refused, and nothing stands at the output`(
        format: FeatureExportWork.Format
    ) async throws {
        let changes: [@Sendable ([Feature]) -> [Feature]] = [
            { $0 + $0.suffix(1) }, { $0.count > 1 ? $0.reversed() : $0 },
            {
                $0.map { feature in Feature(attributes: ["NAME": feature.attributes["NAME"] ?? .null], geometry: feature.geometry)
                }
            },
        ]
        for change in changes {
            var table = HarshTable(try await makeTable(.point, count: 1000), seed: 2, failures: 0)
            table.change = change
            let work = work(format)
            let spoilt = table
            await #expect(throws: FeatureExportTrouble.self) { _ = try await run(work, spoilt) }
            #expect(!FileManager.default.fileExists(atPath: work.output.path))
        }
    }

    @Test func `features that another job has left are not taken for this one's`() async throws {
        let table = try await makeTable(.point, count: 20)
        let work = work(.geoPackage)
        let left = try await Geodatabase.create(at: work.partial.url)
        try await left.transaction { editor in
            try editor.createTable(table.info)
            try editor.add([Feature(attributes: ["OBJECTID": 30, "NAME": "other"])], to: "Things")
        }
        try await left.close()
        #expect(try await run(work, table).features == 20)
        #expect(try await features(work.output) == table.queryFeatures(using: QueryParameters()).featureSet().features)
    }

    @Test(arguments: FeatureExportWork.Format.allCases)
    func `two jobs do not write one file`(format: FeatureExportWork.Format) async throws {
        let table = try await makeTable(.point, count: 10)
        let work = work(format)
        let held = try work.partial.open(after: 0)
        await #expect(throws: PartialOutputTrouble.self) { try await run(work, table) }
        withExtendedLifetime(held) {}
    }
}
