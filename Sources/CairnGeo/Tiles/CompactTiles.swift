import CairnCore
import Foundation
import Synchronization

/// The bundles of a package, opened as they are needed.
final class CompactTiles: Sendable {
    private let files: PackageFiles
    /// The folder of the levels.
    private let folder: String
    private let bundles = Mutex<[TileKey: TileBundle?]>([:])

    /// Of a folder each is an open file.
    private static let mostOpen = 64

    init(_ files: PackageFiles, folder: String) { (self.files, self.folder) = (files, folder) }

    func tile(at key: TileKey) throws -> Data? {
        guard (0..<1000).contains(key.level), (0..<TileInfo.mostTiles).contains(key.row),
            (0..<TileInfo.mostTiles).contains(key.column)
        else { return nil }
        return try bundle(of: key)?.tile(at: key)
    }

    private func bundle(of key: TileKey) throws -> TileBundle? {
        let first = TileBundleWriter.first(of: key)
        if let known = bundles.withLock({ $0[first] }) { return known }
        let bundle = try open(first)
        let forgotten = bundles.withLock { bundles in
            // What is let go of closes files: after the lock.
            let forgotten = bundles.count >= Self.mostOpen ? bundles : [:]
            if !forgotten.isEmpty { bundles = [:] }
            bundles[first] = .some(bundle)
            return forgotten
        }
        withExtendedLifetime(forgotten) {}
        return bundle
    }

    private func open(_ first: TileKey) throws -> TileBundle? {
        let name = "\(folder)/\(TileBundleFormat.folder(of: first.level))/\(TileBundleFormat.name(of: first))"
        guard let slice = try files.slice(of: name) else {
            try files.expectInPlace()
            return nil
        }
        return try TileBundle(slice, named: name)
    }

    /// The first keys of all bundles, in order.
    func bundleKeys() throws -> [TileKey] {
        try files.expectInPlace()
        return try files.names(below: folder).compactMap(firstKey).sorted()
    }

    /// What the name of a bundle says; nil if it is none.
    private func firstKey(_ name: String) -> TileKey? {
        let steps = name.dropFirst(folder.count + 1).split(separator: "/")
        guard steps.count == 2, steps[0].first == "L", let level = Int(steps[0].dropFirst()), steps[1].hasSuffix(".bundle"),
            steps[1].first == "R"
        else { return nil }
        let numbers = steps[1].dropFirst().dropLast(".bundle".count).split(separator: "C", omittingEmptySubsequences: false)
        guard numbers.count == 2, let row = Int(numbers[0], radix: 16), let column = Int(numbers[1], radix: 16) else {
            return nil
        }
        let key = TileKey(level: level, row: row, column: column)
        return key == TileBundleWriter.first(of: key) ? key : nil
    }

    /// The keys of the tiles of a bundle.
    func keys(in first: TileKey) throws -> [TileKey] { try bundle(of: first)?.keys(from: first) ?? [] }
}
