import Cairn
import CairnCore
import Foundation

/// A file among what a tool has given, on its way into a folder that may hold files of others: it comes under a name of the job's own, and gets its
/// name there when it is complete.
struct FetchedFile {
    private let item: ToolFiles.Item
    private let folder: URL
    /// The same whenever the job's results are fetched, so that what was interrupted goes on.
    private let own: URL
    private let other: String?

    /// - Parameters:
    ///   - number: Which of the job's files it is.
    ///   - other: A name in the folder that it may not have.
    init(_ item: ToolFiles.Item, number: Int, of job: UUID, in folder: URL, besides other: String? = nil) {
        (self.item, self.folder, self.other) = (item, folder, other?.lowercased())
        // By its ending a download knows whether a web page is wanted.
        let ending = Self.parts(of: item.name).ending
        own = folder.appending(component: ".\(job).\(number)\(ending)")
    }

    /// Fetches it, or what is missing of it, unless it has come and only lacks its name.
    func fetch() async throws {
        if DurableFile.isThere(atPath: own.path) { return }
        try await GeoprocessingDataFile(url: item.source).download(to: own)
    }

    /// Gives it its name, or one with a number if another file is called so; one that is the same already stays instead.
    ///
    /// - Returns: Where it is.
    func place() throws -> URL {
        let (stem, ending) = Self.parts(of: item.name)
        var number = 1
        while true {
            let name = number == 1 ? item.name : "\(stem)-\(number)\(ending)"
            number += 1
            if name.lowercased() == other { continue }
            let place = folder.appending(component: name)
            if try DurableFile.name(own.path, place) { return place }
            guard FileManager.default.contentsEqual(atPath: own.path, andPath: place.path) else { continue }
            try DurableFile.remove(atPath: own.path)
            return place
        }
    }

    /// Removes what has come of a job's files and has no name, with what tells how far each is.
    static func discardAll(of job: UUID, in folder: URL) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where name.hasPrefix(".\(job).") {
            try? DurableFile.removeUnused(atPath: folder.appending(component: name).path)
        }
    }

    private static func parts(of name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }
}
