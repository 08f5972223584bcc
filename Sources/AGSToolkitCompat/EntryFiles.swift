import Foundation

/// The entries of a manager as files, one each, of which each is replaced as a whole: a process may end in the midst of anything.
struct EntryFiles: Sendable {
    /// What a file says of an id.
    enum Entry {
        /// The job, as a dictionary that property lists can hold.
        case job(Any)
        /// It was forgotten; what is kept of it elsewhere may still be there, such as a record of that id in the store.
        case forgotten(record: String?)
    }

    let directory: URL

    private static let (job, record, suffix) = ("job", "record", "plist")

    /// All that can be read.
    var all: [String: Entry] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let ids = names.compactMap { name in
            name.hasSuffix("." + Self.suffix) ? name.dropLast(Self.suffix.count + 1).removingPercentEncoding : nil
        }
        return Dictionary(ids.compactMap { id in self[id].map { (id, $0) } }) { first, _ in first }
    }

    /// What is said of an id; nil if nothing is.
    subscript(_ id: String) -> Entry? {
        guard let file = file(id), let data = try? Data(contentsOf: file) else { return nil }
        guard let members = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] else {
            return nil
        }
        return members[Self.job].map { .job($0) } ?? .forgotten(record: members[Self.record] as? String)
    }

    /// Says something of an id, instead of what was said. If that cannot be kept, nothing is said any more.
    func set(_ entry: Entry, for id: String) {
        guard let file = file(id) else { return }
        do { try Self.data(entry).write(to: file, options: .atomic) } catch CocoaError.fileNoSuchFile {
            try? FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            do { try Self.data(entry).write(to: file, options: .atomic) } catch { remove(id) }
        } catch {
            remove(id)
        }
    }

    func remove(_ id: String) {
        if let file = file(id) { try? FileManager.default.removeItem(at: file) }
    }

    private static func data(_ entry: Entry) throws -> Data {
        let members: [String: Any] =
            switch entry {
            case .job(let json): [job: json]
            case .forgotten(let record): record.map { [Self.record: $0] } ?? [:]
            }
        return try PropertyListSerialization.data(fromPropertyList: members, format: .binary, options: 0)
    }

    /// Nil for ids that no file can be called by: they are another's.
    private func file(_ id: String) -> URL? {
        let name = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-"])) ?? ""
        return name.isEmpty || name.utf8.count > 200 ? nil : directory.appending(path: "\(name).\(Self.suffix)")
    }
}
