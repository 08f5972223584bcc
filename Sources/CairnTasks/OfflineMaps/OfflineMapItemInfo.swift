import CairnCore
public import Foundation

/// What an offline map says of itself.
public struct OfflineMapItemInfo: Sendable, Hashable, Codable {
    /// Its name for people.
    public var title: String
    /// What it shows, in a line.
    public var snippet: String
    /// What it shows.
    public var description: String
    /// Words that it is found by.
    public var tags: [String]
    /// What may be done with it.
    public var termsOfUse: String
    /// Whose work it is.
    public var accessInformation: String
    /// A small picture, as PNG or JPEG; nil for none.
    public var thumbnail: Data?

    /// What a map says of itself.
    public init(
        title: String, snippet: String = "", description: String = "", tags: [String] = [], termsOfUse: String = "",
        accessInformation: String = "", thumbnail: Data? = nil
    ) {
        (self.title, self.snippet, self.description, self.tags) = (title, snippet, description, tags)
        (self.termsOfUse, self.accessInformation, self.thumbnail) = (termsOfUse, accessInformation, thumbnail)
    }
}

extension OfflineMapItemInfo {
    /// As the online map has it; without its picture, if the portal does not give it.
    init(of item: PortalItem) async throws {
        try await item.retryLoad()
        self.init(item.info, thumbnail: try await Self.thumbnail(of: item))
    }

    private static func thumbnail(of item: PortalItem) async throws -> Data? {
        do {
            // It is kept with the job.
            return try await item.thumbnail().flatMap { $0.count <= 1 << 20 ? $0 : nil }
        } catch let error as TransportError {
            // A network that is gone says nothing of the picture.
            guard case .final = error.transience else { throw error }
            return nil
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            return nil
        }
    }

    init(_ info: PortalItemInfo?, thumbnail: Data?) {
        self.init(
            title: info?.title ?? "Map", snippet: info?.snippet ?? "", description: info?.description ?? "",
            tags: info?.tags ?? [],
            termsOfUse: info?.json["licenseInfo"]?.string ?? "", accessInformation: info?.json["accessInformation"]?.string ?? "",
            thumbnail: thumbnail)
    }
}
