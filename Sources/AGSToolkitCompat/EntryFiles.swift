import CairnCore
import Foundation

/// The entries of a manager as files, one each, of which each is replaced as a whole: a process may end in the midst of anything.
struct EntryFiles: Sendable {
    /// What a file says of an id.
    enum Entry {
        /// The job, as a dictionary that property lists can hold.
        case job(Any)
        /// It was forgotten; what is kept of it elsewhere may still be there, such as a record of that id in the store. The mark tells one time that it
        /// was from another.
        case forgotten(record: String?, mark: String)
    }

    /// All that a file says.
    struct Contents {
        let entry: Entry
        /// Which marks of the defaults are older than the file: all of a turn up to this number.
        let superseded: [String: Int]
    }

    let directory: URL
    /// Puts a file's contents in the place of what it holds, or leaves it as it is.
    var replace: @Sendable (URL, Data) throws -> Void = { try DurableFile.replace($0, with: $1) }

    private static let (job, record, mark, superseded, suffix) = ("job", "record", "mark", "supersedes", "plist")

    /// Removes what writing left because its process died.
    func removeLeftovers() { try? DurableFile.removeLeftovers(in: directory) }

    /// All that can be read.
    var all: [String: Contents] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let ids = names.compactMap { name in
            name.hasSuffix("." + Self.suffix) ? name.dropLast(Self.suffix.count + 1).removingPercentEncoding : nil
        }
        return Dictionary(ids.compactMap { id in contents(of: id).map { (id, $0) } }) { first, _ in first }
    }

    /// What is said of an id; nil if nothing is.
    subscript(_ id: String) -> Entry? { contents(of: id)?.entry }

    private func contents(of id: String) -> Contents? {
        guard let file = file(id), let data = try? Data(contentsOf: file) else { return nil }
        guard let members = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any] else {
            return nil
        }
        let forgotten = Entry.forgotten(record: members[Self.record] as? String, mark: members[Self.mark] as? String ?? "")
        return Contents(
            entry: members[Self.job].map { .job($0) } ?? forgotten,
            superseded: AheadMark.numbers(propertyList: members[Self.superseded]))
    }

    /// Says something of an id, instead of what was said.
    ///
    /// - Parameter superseded: Which marks of the defaults are older, by their turns.
    /// - Returns: False if that cannot be kept, and what was said before stays, for it may be all that is known until the defaults have the new.
    func set(_ entry: Entry, for id: String, superseding superseded: [String: Int] = [:]) -> Bool {
        guard let file = file(id) else { return true }
        return (try? write(Contents(entry: entry, superseded: superseded), to: file)) != nil
    }

    private func write(_ contents: Contents, to file: URL) throws {
        let data = try Self.data(contents)
        if !FileManager.default.fileExists(atPath: directory.path) {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        }
        try replace(file, data)
    }

    /// Says nothing any more of an id.
    ///
    /// - Returns: Whether there is no file of it.
    @discardableResult
    func remove(_ id: String) -> Bool {
        guard let file = file(id) else { return true }
        // In a folder that cannot be seen just now there may be one.
        guard let isRemoved = try? DurableFile.remove(atPath: file.path) else { return false }
        return isRemoved || DurableFile.isFolder(atPath: directory.path)
    }

    private static func data(_ contents: Contents) throws -> Data {
        var members: [String: Any] =
            switch contents.entry {
            case .job(let json): [job: json]
            case .forgotten(let record, let mark): [Self.mark: mark].merging(record.map { [Self.record: $0] } ?? [:]) { $1 }
            }
        if !contents.superseded.isEmpty { members[superseded] = AheadMark.propertyList(of: contents.superseded) }
        return try PropertyListSerialization.data(fromPropertyList: members, format: .binary, options: 0)
    }

    /// Nil for ids that no file can be called by: they are another's.
    private func file(_ id: String) -> URL? {
        let name = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-"])) ?? ""
        return name.isEmpty || name.utf8.count > 200 ? nil : directory.appending(path: "\(name).\(Self.suffix)")
    }
}
