import CairnCore
import CairnGeo
import CairnTasks
import CairnTesting
import Foundation
import Testing

/// What coordinates mean is said by each answer, and by each geometry.
@Suite(.timeLimit(.minutes(5)))
struct FeatureReferenceTests {
    /// A row: its object id, and what its own geometry says that its coordinates mean.
    private typealias Row = (id: Int, wkid: Int?)

    /// A place at 10° east and 20° north, as it is written in a reference.
    private static func place(_ wkid: Int) -> MapPoint {
        let place = MapPoint(x: 10, y: 20, spatialReference: .wgs84)
        return wkid == 3857 ? (try? place.projected(to: .webMercator)) ?? place : place
    }

    private static func page(_ rows: [Row], _ wkid: Int?) -> HTTPResponse {
        let features = rows.map { row in
            let place = place(row.wkid ?? wkid ?? 4326)
            let own = row.wkid.map { ",\"spatialReference\":{\"wkid\":\($0)}" } ?? ""
            return "{\"geometry\":{\"x\":\(place.x),\"y\":\(place.y)\(own)},\"attributes\":{\"OBJECTID\":\(row.id)}}"
        }
        let head = wkid.map { "\"spatialReference\":{\"wkid\":\($0)}," } ?? ""
        return .json("{\(head)\"features\":[\(features.joined(separator: ","))],\"exceededTransferLimit\":\(rows.last?.id != 4)}")
    }

    /// A layer of two pages with two features each.
    private static func table(_ pages: [(rows: [Row], wkid: Int?)], layer: SpatialReference? = .wgs84) -> ServiceFeatureTable {
        let site = FeatureSite()
        var info = site.info
        (info.spatialReference, info.extent) = (layer, nil)
        let metadata = info.esriJSON.text()
        let transport = site.transport { request, honest in
            guard request.url.lastPathComponent == "query" else { return .json(metadata) }
            if request.fields["returnCountOnly"] != nil { return .json("{\"count\":4}") }
            let isSecond = request.fields["where"]?.hasSuffix("OBJECTID > 2") == true
            return page(pages[isSecond ? 1 : 0].rows, pages[isSecond ? 1 : 0].wkid)
        }
        return ServiceFeatureTable(url: FeatureSite.layer, transport: transport)
    }

    @Test(arguments: [SpatialReference.wgs84, .webMercator, nil])
    func `each page and each geometry is brought into one reference, whatever it is in`(wanted: SpatialReference?) async throws {
        for seed in 0..<UInt64(60) {
            var random = SeededGenerator(seed: seed)
            func wkid() -> Int? { [4326, 3857, nil].randomElement(using: &random)! }
            let pages = [1, 3].map { first in
                (
                    rows: [first, first + 1].map { id in (id: id, wkid: Int.random(in: 0..<3, using: &random) == 0 ? wkid() : nil)
                    }, wkid: wkid()
                )
            }
            // What no answer says is in what was asked for, which nobody can tell here.
            if pages.contains(where: { $0.wkid == nil }) { continue }
            var parameters = QueryParameters()
            parameters.outSpatialReference = wanted
            let set = try await Self.table(pages).queryFeatures(using: parameters).featureSet()
            let target = try #require(set.spatialReference)
            #expect(target == wanted ?? SpatialReference(wkid: pages[0].wkid!))
            let right = Self.place(target.isWebMercator ? 3857 : 4326)
            for feature in set.features {
                let place = try #require(feature.geometry?.positions.first)
                #expect(abs(place.x - right.x) < 1e-6 && abs(place.y - right.y) < 1e-6, "seed \(seed)")
                #expect(feature.geometry?.spatialReference == target, "seed \(seed)")
            }
        }
    }

    @Test(arguments: [true, false])
    func `what cannot be projected is refused by both references and the layer`(isOwn: Bool) async throws {
        let rows: [Row] = [(3, isOwn ? 2056 : nil), (4, nil)]
        for wanted in [SpatialReference.wgs84, nil] {
            var parameters = QueryParameters()
            parameters.outSpatialReference = wanted
            let table = Self.table([([(1, nil), (2, nil)], 4326), (rows, isOwn ? 4326 : 2056)])
            let asked = parameters
            let error = await #expect(throws: TransportError.self) {
                _ = try await table.queryFeatures(using: asked).featureSet()
            }
            for words in ["wkid 2056", "wkid 4326", "OBJECTID 3", "Places"] {
                #expect("\(error as Any)".contains(words), "\(error as Any)")
            }
        }
    }

    @Test func `coordinates that mean nothing known are not taken for what was asked for`() async throws {
        let pages: [(rows: [Row], wkid: Int?)] = [([(1, nil), (2, nil)], nil), ([(3, nil), (4, nil)], nil)]
        let table = Self.table(pages, layer: nil)
        var parameters = QueryParameters()
        #expect(try await table.queryFeatures(using: parameters).featureSet().features.count == 4)
        parameters.outSpatialReference = .wgs84
        let asked = parameters
        let error = await #expect(throws: TransportError.self) { try await table.queryFeatures(using: asked) }
        #expect("\(error as Any)".contains("OBJECTID 1 of Places") && "\(error as Any)".contains("wkid 4326"), "\(error as Any)")
        #expect(try await Self.table(pages).queryFeatures(using: asked).featureSet().features.count == 4)
    }
}
