import CairnCore
import Foundation

/// Writes the bundles of a package into its archive: the one whose tiles come just now as they come. One whose tiles come once more after those of others
/// waits in a temporary file for the end.
final class TileBundleArchive {
    private let archive: ZipWriter
    private let folder: String
    /// Beside which the temporary files are: there is room for the tiles, if anywhere.
    private let url: URL
    private var current: TileBundleWriter?
    /// Those that are in the archive.
    private var finished: Set<TileKey> = []
    private var waiting: [TileKey: WaitingBundle] = [:]
    private var temporary: TemporaryFolder?

    init(_ archive: ZipWriter, folder: String, beside url: URL) { (self.archive, self.folder, self.url) = (archive, folder, url) }

    func add(_ tile: Data, at key: TileKey) throws {
        let first = TileBundleWriter.first(of: key)
        if let bundle = waiting[first] { return try bundle.add(tile, at: key) }
        if finished.contains(first) { return try takeBack(first).add(tile, at: key) }
        if current?.key != first { try begin(first) }
        guard current?.has(key) == false, let length = current?.add(key, count: tile.count) else {
            throw TileCacheError.wrongTile(key: key, reason: "it is there already")
        }
        try length.withUnsafeBytes { bytes in try archive.write(bytes) }
        try tile.withUnsafeBytes { bytes in try archive.write(bytes) }
    }

    func finish() throws {
        try finishCurrent()
        for (key, bundle) in waiting.sorted(by: { $0.key < $1.key }) {
            try archive.add(contentsOf: bundle.finished(), named: name(of: key))
        }
        (waiting, temporary) = ([:], nil)
    }

    private func name(of key: TileKey) -> String {
        "\(folder)/\(TileBundleFormat.folder(of: key.level))/\(TileBundleFormat.name(of: key))"
    }

    private func begin(_ first: TileKey) throws {
        try finishCurrent()
        try archive.begin(name(of: first))
        try archive.leaveRoom(TileBundleFormat.firstTile)
        current = TileBundleWriter(for: first)
    }

    private func finishCurrent() throws {
        guard let bundle = current else { return }
        current = nil
        try archive.overwriteBeginning(bundle.beginning)
        try archive.finishEntry()
        finished.insert(bundle.key)
    }

    /// Makes one that is in the archive wait: what is there is passed over by readers.
    private func takeBack(_ first: TileKey) throws -> WaitingBundle {
        let folder = try temporary ?? TemporaryFolder(in: url.deletingLastPathComponent())
        temporary = folder
        if waiting.count(where: { $0.value.isOpen }) >= 64 { waiting.values.forEach { $0.close() } }
        let bundle = try WaitingBundle(
            path: folder.url.appending(path: "\(waiting.count)").path, copying: archive.withdraw(name(of: first)), from: first)
        finished.remove(first)
        waiting[first] = bundle
        return bundle
    }
}
