import Foundation

/// Recorded answers beside this checkout.
enum Fixture {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../shared/fixtures")
        .standardized

    /// The files of a folder that have this extension; none, saying so, where there are no recorded answers.
    static func files(_ subfolder: String, _ pathExtension: String) -> [URL] {
        let folder = folder.appending(path: subfolder)
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            print("skipped: no fixtures")
            return []
        }
        return names.filter { $0.hasSuffix("." + pathExtension) }.sorted().map { folder.appending(path: $0) }
    }
}
