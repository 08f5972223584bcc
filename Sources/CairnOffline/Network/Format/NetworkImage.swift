import CairnCore
package import CairnGeo
package import Foundation
import Synchronization

/// An open road-network file. Opening reads its header; what belongs to a kind of travel is looked at when that is first asked for.
package final class NetworkImage: Sendable {
    let path: String
    let roads: RoadTable
    let finder: RoadFinder
    package let kinds: [TravelKind]
    let name: String
    private let image: BlockImage
    private let networks = Mutex<[TravelKind: TravelNetwork]>([:])

    /// - Throws: ``RoadNetworkError``, `SystemError`.
    package init(_ url: URL) throws {
        path = url.path
        let file: MappedFile
        do { file = try MappedFile(path) } catch { throw error.code == ENOENT ? RoadNetworkError.notFound(path: path) : error }
        do throws(BlockImage.Problem) { image = try BlockImage(file, NetworkFormat.kind) } catch {
            switch error {
            case .foreign: throw RoadNetworkError.notANetwork(path: path)
            case .damaged: throw RoadNetworkError.damaged(path: path)
            case .newer(let found):
                throw RoadNetworkError.newerFormat(path: path, found: found, supported: NetworkFormat.kind.version)
            }
        }
        roads = RoadTable(image)
        do throws(BlockDamage) {
            finder = try RoadFinder(image, roads)
            (name, kinds) = try Self.info(image)
        } catch { throw RoadNetworkError.damaged(path: path) }
    }

    /// Whether nobody has written into the file since it was opened.
    var isUnchanged: Bool { image.file.isUnchanged }
    /// Whether it is still what its name leads to.
    var isCurrent: Bool { image.file.isUnchanged && !image.file.isReplaced }

    private static func info(_ image: BlockImage) throws(BlockDamage) -> (String, [TravelKind]) {
        guard let info = try? JSONValue(parsing: Data(try image[NetworkFormat.Section.info.rawValue].all())),
            let kinds = info["kinds"]?.array?.compactMap({ $0.int.flatMap { UInt8(exactly: $0) }.flatMap(TravelKind.init) })
        else { throw BlockDamage() }
        return (info["name"]?.string ?? "", kinds)
    }

    /// A kind of travel that the file has.
    ///
    /// - Throws: ``RoadNetworkError``.
    package func network(_ kind: TravelKind) throws -> TravelNetwork {
        guard image.file.isUnchanged else { throw RoadNetworkError.changed(path: path) }
        if let network = networks.withLock({ $0[kind] }) { return network }
        do throws(BlockDamage) {
            let memory = try TravelMemory(image, kind, vertexCount: roads.vertexCount, edgeCount: roads.edgeCount)
            let network = TravelNetwork(roads, memory)
            // Two that came at once looked at the same.
            networks.withLock { $0[kind] = $0[kind] ?? network }
            return network
        } catch { throw RoadNetworkError.damaged(path: path) }
    }

    /// How far the nearest road of all is from a place, in metres; nil if there is none within the limit.
    package func distance(to place: Position, within limit: Double) throws -> Double? {
        try finder.nearest(to: place, within: limit) { _ in true }?.distance
    }

    /// Where a junction is, in degrees.
    package func position(ofJunction number: UInt32) throws -> Position { try roads.vertex(number).position }
}
