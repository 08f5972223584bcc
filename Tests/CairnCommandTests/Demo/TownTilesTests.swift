#if !CAIRN_APP_CONTAINER
    import CairnCore
    import CairnLocalServer
    import CairnTasks
    import Foundation
    import Testing

    @testable import CairnCommand

    /// The town as tiles, asked for as clients ask.
    @Suite(.timeLimit(.minutes(10)))
    struct TownTilesTests {
        private let server = LocalServer(tiles: DemoTown(addresses: 300).tiles)
        private let base = "http://localhost/arcgis/rest/services"

        private func response(_ path: String) async throws -> HTTPResponse {
            try await server.send(HTTPRequest(.get, URL(string: "\(base)/\(path)")!))
        }

        /// The tile with the middle of the town, as `LEVEL/ROW/COLUMN`.
        private func tile(_ zoom: Int) throws -> String {
            let (count, latitude) = (Double(1 << zoom), 44.05 * Double.pi / 180)
            let column = try #require(Int(rounding: (-123.1 + 180) / 360 * count, .down))
            let row = try #require(Int(rounding: (1 - asinh(tan(latitude)) / .pi) / 2 * count, .down))
            return "\(zoom)/\(row)/\(column)"
        }

        @Test(arguments: [12, 15, 18]) func `it is drawn at all levels, and is the same each time`(level: Int) async throws {
            let path = "\(DemoTown.city)/MapServer/tile/\(try tile(level))"
            let answer = try await response(path)
            #expect(answer.status == 200 && answer.headers["content-type"] == "image/png" && answer.body.count > 500)
            let other = LocalServer(tiles: DemoTown(addresses: 300).tiles)
            #expect(try await other.send(HTTPRequest(.get, URL(string: "\(base)/\(path)")!)).body == answer.body)
            #expect(try await response("\(DemoTown.city)/MapServer/tile/\(level)/0/0").status == 404)
        }

        @Test func `vector tiles have its layers, with their names`() async throws {
            let answer = try await response("\(DemoTown.city)Vectors/VectorTileServer/tile/\(try tile(14)).pbf")
            #expect(answer.status == 200)
            for name in ["Gardens", "River", "Houses", "Streets", "Main streets", "Cairn River"] {
                #expect(answer.body.contains(Data(name.utf8)), "\(name)")
            }
            let style = try JSONValue(
                parsing: try await response("\(DemoTown.city)Vectors/VectorTileServer/resources/styles/root.json").body)
            #expect(style["layers"]?.array?.count == 9)
        }
    }
#endif
