import CairnCore
import CairnGeo
import CairnLocalServer
import CairnTasks
import CairnTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TileServiceTests {
    private func site() throws -> TileSite {
        TileSite([
            "Town": PublishedTiles(try SampleTown.images()), "Folder/Town": PublishedTiles(try SampleTown.images(), as: .imagery),
            "Vectors": PublishedTiles(try SampleTown.vectors(), as: .vectors),
        ])
    }

    private func key(_ level: Int, size: Int = 256) throws -> TileKey {
        try #require(TileInfo.webMercator(tileSize: size).tile(at: SampleTown.middle, level: level))
    }

    @Test func `services say what they are, as clients of tiles expect it`() async throws {
        let site = try site()
        let map = try await site.json("Town/MapServer")
        #expect(map["mapName"] == "Sample town" && map["singleFusedMapCache"] == true && map["exportTilesAllowed"] == true)
        #expect(map["maxExportTilesCount"] == 100_000 && map["exportTileCacheCompactV2Allowed"] == true)
        #expect(map["tileInfo"]?["lods"]?.array?.count == 8 && map["spatialReference"]?["latestWkid"] == 3857)
        #expect(map["capabilities"]?.string?.hasPrefix("Map,Tilemap,TilesOnly") == true && map["units"] == "esriMeters")
        #expect(map["fullExtent"]?["xmin"] == 999_000 && map["copyrightText"] == "Nobody")
        let scales = map["tileInfo"]?["lods"]?.array?.map { $0["scale"] }
        #expect(map["minScale"] == scales?.first ?? nil && map["maxScale"] == scales?.last ?? nil)
        let image = try await site.json("Folder/Town/ImageServer")
        #expect(image["name"] == "Sample town" && image["bandCount"] == 3 && image["pixelType"] == "U8")
        #expect(image["capabilities"]?.string?.hasPrefix("Image,Tilemap") == true && image["tileInfo"]?["rows"] == 256)
        let vectors = try await site.json("Vectors/VectorTileServer")
        #expect(vectors["tiles"] == ["tile/{z}/{y}/{x}.pbf"] && vectors["defaultStyles"] == "resources/styles")
        #expect(
            vectors["tileInfo"]?["rows"] == 512 && vectors["tileInfo"]?["format"] == "PBF" && vectors["type"] == "indexedVector")
        #expect(vectors["resourceInfo"]?["tileCompression"] == "gzip" && vectors["singleFusedMapCache"] == nil)
        for path in ["Town/MapServer", "Folder/Town/ImageServer", "Vectors/VectorTileServer"] {
            let page = try await site.response(path, ["f": "html"])
            #expect(
                String(decoding: page.body, as: UTF8.self).contains("<h1>")
                    && page.headers["content-type"]?.hasPrefix("text/html") == true)
            #expect(String(decoding: try await site.response(path, ["f": "pjson"]).body, as: UTF8.self).contains("\n"))
        }
        let listing = try await site.json("")
        #expect(listing["services"]?.array?.map { $0["type"] } == ["MapServer", "VectorTileServer"])
        for path in ["Town/ImageServer", "Town/VectorTileServer", "Vectors/MapServer"] {
            #expect(try await site.json(path)["error"]?["code"] == 404)
        }
        // What clients read of it is what the source says.
        let info = try TileCacheInfo(esriJSON: map)
        #expect(try info.tileInfo == SampleTown.images().info.tileInfo && info.levels == 10...17)
    }

    @Test func `tiles come as the source has them, and are not sent again to who has them`() async throws {
        let (site, source) = (try site(), try SampleTown.images())
        let key = try key(15)
        let answer = try await site.response("Town/MapServer/tile/\(key)")
        #expect(answer.status == 200 && answer.headers["content-type"] == "image/png")
        #expect(try await source.tile(at: key) == answer.body)
        let version = try #require(answer.headers["etag"])
        let again = try await site.response("Town/MapServer/tile/\(key)", headers: ["If-None-Match": "W/\"x\", \(version)"])
        #expect(again.status == 304 && again.body.isEmpty && again.headers["etag"] == version)
        #expect(try await site.response("Folder/Town/ImageServer/tile/\(key)").body == answer.body)
    }

    @Test(arguments: [
        "0/0/0", "15/0/0", "15/-1/0", "15/9223372036854775807/1", "15/9223372036854775808/1", "1e3/1/1", "x/y/z", "15/1.5/2",
        "٣/1/1",
        "99999999999/1/1", "15/1/0x10", "15/%2e%2e/1",
    ])
    func `what is no tile that there is has the status 404, whoever asks`(path: String) async throws {
        let site = try site()
        for service in ["Town/MapServer", "Folder/Town/ImageServer", "Vectors/VectorTileServer"] {
            for ending in service.hasPrefix("V") ? ["", ".pbf", ".PBF"] : [""] {
                let answer = try await site.response("\(service)/tile/\(path)\(ending)")
                #expect(answer.status == 404 && answer.headers["content-type"]?.hasPrefix("text/plain") == true)
            }
        }
        #expect(try await site.json("Town/MapServer/tile/\(path)/1")["error"]?["code"] == 400)
    }

    @Test func `who wants a blank tile in the place of none gets one`() async throws {
        let site = try site()
        let answer = try await site.response("Town/MapServer/tile/15/0/0", ["blankTile": "true"])
        #expect(answer.status == 200 && answer.headers["content-type"] == "image/png" && answer.body.count < 1000)
    }

    @Test func `vector tiles are packed for who takes that, and unpacked for others`() async throws {
        let site = try site()
        let key = try key(14, size: 512)
        let packed = try await SampleTown.vectors().tile(at: key)
        for (coding, isPacked) in [
            ("gzip", true), ("deflate, gzip;q=0.5", true), ("*", true), ("br, x-gzip", true), ("", false), ("identity", false),
            ("gzip;q=0", false), ("*;q=0", false), ("gzip;q=0, *", false),
        ] {
            let answer = try await site.response("Vectors/VectorTileServer/tile/\(key).pbf", headers: ["Accept-Encoding": coding])
            #expect(answer.status == 200 && answer.headers["content-type"] == "application/x-protobuf")
            #expect((answer.headers["content-encoding"] == "gzip") == isPacked, "\(coding)")
            #expect((answer.body == packed) == isPacked && answer.headers["vary"] == "accept-encoding")
            if !isPacked { #expect(answer.body.first == 0x1A) }
        }
        let plain = PublishedTiles(NumberedTiles(format: .pbf), as: .vectors)
        let other = TileSite(["V": plain])
        let answer = try await other.response("V/VectorTileServer/tile/0/0/0.pbf", headers: ["Accept-Encoding": "gzip"])
        #expect(answer.headers["content-encoding"] == nil && answer.body == Data("tile 0/0/0".utf8))
    }

    @Test func `resources are listed, and come, and nothing else does`() async throws {
        let site = try site()
        let root = "Vectors/VectorTileServer/resources"
        #expect(try await site.json("\(root)/info")["resourceInfo"] == ["../styles/root.json"])
        for path in ["styles/root.json", "styles"] {
            let answer = try await site.response("\(root)/\(path)")
            #expect(answer.headers["content-type"]?.hasPrefix("application/json") == true)
            #expect(try JSONValue(parsing: answer.body)["version"] == 8)
        }
        for path in [
            "sprites/sprite.json", "fonts/Arial/0-255.pbf", "styles/../styles/root.json", "%2e%2e/%2e%2e/etc/passwd",
            "styles%2froot.json",
            "styles/%00", "..", "a/b/c/d",
        ] {
            #expect(try await site.response("\(root)/\(path)").status == 404, "\(path)")
        }
        #expect(try await site.json("Town/MapServer/resources/info")["error"]?["code"] == 400)
    }

    @Test(arguments: ["%CC%81x/y", "a%2F%CC%81x", "..%2F%CC%81x", "a%5C%CC%81x", "styles/..%2F%CC%81x"])
    func `a source is asked for what lies among its resources, though a letter has an accent`(path: String) async throws {
        let site = TileSite(["V": PublishedTiles(TilesWithAnything(), as: .vectors)])
        let answer = try await site.response("V/VectorTileServer/resources/\(path)")
        #expect(answer.status == (path.contains("%2F") || path.contains("%5C") ? 404 : 200))
    }

    @Test func `a tilemap says which tiles there are`() async throws {
        let tiles = NumberedTiles { ($0.row * 7 + $0.column * 3).isMultiple(of: 4) }
        let site = TileSite(["N": PublishedTiles(tiles)])
        let map = try await site.json("N/MapServer/tilemap/9/100/200/5/3")
        #expect(map["location"] == ["left": 200, "top": 100, "width": 5, "height": 3])
        let expected = (0..<15).map {
            JSONValue.integer(tiles.isThere(TileKey(level: 9, row: 100 + $0 / 5, column: 200 + $0 % 5)) ? 1 : 0)
        }
        #expect(map["data"] == .array(expected))
        for path in ["9/1/1/0/1", "9/1/1/129/1", "9/1/1/-1/1", "x/1/1/1/1", "9/1/1/1e9/1", "9/-1/1/1/1"] {
            #expect(try await site.json("N/MapServer/tilemap/\(path)")["error"]?["code"] == 400, "\(path)")
        }
        #expect(try await site.json("N/MapServer/tilemap/30/2147483647/2147483647/2/2")["data"]?.array?.count == 4)
    }

    @Test func `a source that fails is told with a status`() async throws {
        struct Failing: TileSource {
            struct Broken: Error {}
            let info = TileCacheInfo(name: "", tileInfo: .webMercator())
            @concurrent func tile(at key: TileKey) async throws -> Data? { throw Broken() }
        }
        let site = TileSite(["F": PublishedTiles(Failing())])
        #expect(try await site.response("F/MapServer/tile/0/0/0").status == 500)
        let damaged = TileSite(["D": PublishedTiles(TileCache(fileURL: URL(filePath: "/nowhere/x.tpkx")))])
        #expect(try await damaged.response("D/MapServer/tile/0/0/0").status == 500)
        #expect(try await damaged.json("D/MapServer")["error"]?["code"] == 500)
    }

    @Test func `by HTTP, tiles come whole, packed ones too`() async throws {
        let server = LocalServer(tiles: [
            "Vectors": PublishedTiles(try SampleTown.vectors(), as: .vectors), "Town": PublishedTiles(try SampleTown.images()),
        ])
        let base = try await server.start()
        let (images, vectors) = (
            server.url(of: "Town", .mapServer, at: base), server.url(of: "Vectors", .vectorTileServer, at: base)
        )
        let tile = try await PlatformTransport().send(HTTPRequest(.get, images.appending(path: "tile/\(key(15))")))
        #expect(try await SampleTown.images().tile(at: key(15)) == tile.body)
        let version = try #require(tile.headers["etag"])
        let again = HTTPRequest(.get, images.appending(path: "tile/\(try key(15))"), headers: ["If-None-Match": version])
        #expect(try await PlatformTransport().send(again).status == 304)
        let vector = try await PlatformTransport().send(
            HTTPRequest(.get, vectors.appending(path: "tile/\(key(14, size: 512)).pbf")))
        #expect(vector.status == 200 && vector.body.first == 0x1A)
        await server.stop()
    }
}
