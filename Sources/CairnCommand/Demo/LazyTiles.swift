import Cairn
import CairnLocalServer
import Foundation
import Synchronization

/// Tiles that are made up when somebody asks for one.
final class LazyTiles<Source: TileSource>: Loadable, TileSource {
    let loader = Loader()
    private let make: @Sendable () throws -> Source
    private let made = Mutex<Source?>(nil)

    init(_ make: @escaping @Sendable () throws -> Source) { self.make = make }

    @concurrent
    func performLoad() async throws {
        let source = try make()
        made.withLock { $0 = source }
    }

    private func source() async throws -> Source {
        try await retryLoad()
        guard let source = made.withLock(\.self) else { throw CancellationError() }
        return source
    }

    var info: TileCacheInfo {
        get async throws { try await source().info }
    }

    @concurrent
    func tile(at key: TileKey) async throws -> Data? { try await source().tile(at: key) }

    @concurrent
    func hasTile(at key: TileKey) async throws -> Bool { try await source().hasTile(at: key) }

    @concurrent
    func resource(at path: String) async throws -> Data? { try await source().resource(at: path) }

    @concurrent
    func resourcePaths() async throws -> [String] { try await source().resourcePaths() }
}
