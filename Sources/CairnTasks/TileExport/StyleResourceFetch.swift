import CairnCore
import CairnGeo
import Foundation

/// Fetches the files that style vector tiles, one after the other, into a folder; those that are there already are not fetched again.
struct StyleResourceFetch {
    private let context: JobContext<ExportStyleResourceCacheWork>
    private let resources: ServiceClient
    private let folder: URL

    /// Characters of fonts come 256 at a time; without a list those of Latin, Greek, Cyrillic, Hebrew and Arabic scripts are asked for.
    private static let ranges = (0..<8).map { "\($0 * 256)-\($0 * 256 + 255)" }
    private static let mostFiles = 20_000
    private static let largestFile = 64 << 20

    init(_ context: JobContext<ExportStyleResourceCacheWork>, _ service: ServiceClient, _ folder: URL) {
        (self.context, self.folder) = (context, folder)
        resources = ServiceClient(
            url: service.url.appending(path: "resources"), transport: service.transport, credential: service.credentials)
    }

    func run() async throws {
        let style = try await style()
        let listed = try await listed()
        let names = listed ?? Self.names(in: style)
        for (index, name) in names.enumerated() where name != Self.styleName {
            try await fetch(name, isNeeded: listed != nil)
            context.reportProgress(completed: index + 1, of: names.count + 1)
        }
        try await write(style, Self.styleName)
    }

    private static let styleName = ItemResourceCache.stylePath

    private func style() async throws -> Data {
        let resources = resources
        let answer = try await context.ridingOut { try await resources.ask(Self.styleName, limit: Self.largestFile) }
        guard case .object(var style) = answer else {
            let part = AnswerPart(answer, of: resources.url.appending(path: Self.styleName))
            throw part.refusal("is no style")
        }
        // They lie in the folder, wherever the service has them.
        if style["sprite"]?.string != nil { style["sprite"] = "../sprites/sprite" }
        if style["glyphs"]?.string != nil { style["glyphs"] = "../fonts/{fontstack}/{range}.pbf" }
        return JSONValue.object(style).withoutSecretsInAddresses.data()
    }

    /// What the service says that there is; nil if it does not say.
    private func listed() async throws -> [String]? {
        let resources = resources
        let json: JSONValue
        do { json = try await context.ridingOut { try await resources.ask("info", limit: Self.largestFile) } } catch let error
            as ServiceError
            where [400, 404].contains(error.code)
        {
            return nil
        } catch let error as TransportError where error.isOfAnswer {
            return nil
        }
        guard let list = json["resourceInfo"]?.array, !list.isEmpty else { return nil }
        let names = list.compactMap(\.string).map { $0.hasPrefix("../") ? String($0.dropFirst(3)) : $0 }
        return Self.files(names.filter(Self.isPath))
    }

    /// Of names where one is the folder of another only the other.
    private static func files(_ names: [String]) -> [String] {
        let folders = Set(names.flatMap { name in name.indices.filter { name[$0] == "/" }.map { String(name[..<$0]) } })
        return Array(Set(names).subtracting(folders).sorted().prefix(mostFiles))
    }

    private static func isPath(_ name: String) -> Bool {
        name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { String($0).isOneStep } && name.contains("/")
            && ZipEntry.problem(ofName: name) == nil && name.utf8.count < 1000 && !name.hasPrefix(styleName + "/")
    }

    /// What a style refers to.
    static func names(in style: Data) -> [String] {
        guard let json = try? JSONValue(parsing: style) else { return [] }
        let pictures =
            json["sprite"] == nil ? [] : ["", "@2x"].flatMap { ["sprites/sprite\($0).json", "sprites/sprite\($0).png"] }
        let fonts =
            json["layers"]?.array?.compactMap { $0["layout"]?["text-font"]?.array }.flatMap { $0.compactMap(\.string) } ?? []
        let names = Set(fonts.filter(\.isOneStep)).sorted().flatMap { font in ranges.map { "fonts/\(font)/\($0).pbf" } }
        return Array((pictures + names).prefix(mostFiles))
    }

    private func fetch(_ name: String, isNeeded: Bool) async throws {
        let (resources, file) = (resources, folder.appending(path: name))
        guard !FileManager.default.fileExists(atPath: file.path) else {
            // The process may have died between the file's coming to its place and the end of the note beside it.
            return DownloadFile.discard(for: file)
        }
        do {
            try await context.ridingOut {
                try DurableFile.makeFolder(atPath: file.deletingLastPathComponent().path)
                let target = resources.url.appending(path: name)
                try await Download(target, to: file, transport: resources.transport, credential: resources.credentials).run()
            }
        } catch let error as ServiceError where [400, 404].contains(error.code) && !isNeeded {
            return
        }
    }

    private func write(_ data: Data, _ name: String) async throws {
        let file = folder.appending(path: name)
        try await context.ridingOut {
            try DurableFile.makeFolder(atPath: file.deletingLastPathComponent().path)
            DurableFile.removeLeftovers(of: file)
            try DurableFile.replace(file, with: data)
        }
    }
}
