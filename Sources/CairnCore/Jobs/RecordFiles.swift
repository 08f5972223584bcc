import Foundation

/// The records of a directory, and their messages.
///
/// The record is replaced in one step, and says in `messageBytes` how much of the file of messages belongs to it. So record
/// and messages change together: what was written behind that, by a save that failed or by a process that died, was never
/// saved, and the next save writes over it.
///
/// A reader needs no lock, for what belongs to a record stays as it is until the record is removed, and the next job of that
/// id has a file of messages of its own. So the messages are a record's if their file was opened before that was read, and
/// still had its name after it.
struct RecordFiles: Sendable {
    let directory: String
    let roots: FileRoots

    /// The ids of all records, and the names of files that ought to be records and have no id for a name; both in order.
    func list() throws -> (ids: [UUID], others: [String]) {
        var (ids, others): ([UUID], [String]) = ([], [])
        for name in try FileManager.default.contentsOfDirectory(atPath: directory).sorted() where name.hasSuffix(".json") {
            if let id = UUID(uuidString: String(name.dropLast(5))), path(id).hasSuffix("/\(name)") {
                ids.append(id)
            } else {
                others.append("\(directory)/\(name)")
            }
        }
        return (ids, others)
    }

    /// The record with its messages, or nil if there is none.
    func load(_ id: UUID) throws -> JobRecord? {
        var (found, attempt) = (try find(id), 1)
        while let pieces = found, try !pieces.areWhole, attempt < Self.attempts {
            (found, attempt) = (try find(id), attempt + 1)
        }
        return try found.map(record)
    }

    /// What is read beside a removal is read again. What others have cut is not whole the last time, either, and what is
    /// left of it is taken.
    private static let attempts = 16

    private struct Pieces {
        let messages: FileDescriptor?
        let record: JobRecord
        /// How much of the file belongs to the record; nil if that does not say.
        let length: Int?

        /// To be asked when the record has been read.
        var areWhole: Bool {
            get throws(SystemError) {
                let size = try messages?.size() ?? 0
                return try messages?.isLinked() != false && size >= length ?? 0
            }
        }
    }

    private func find(_ id: UUID) throws -> Pieces? {
        let messages = try DurableFile.open(messagePath(id))
        guard let (record, json) = try read(path(id)) else { return nil }
        guard record.id == id else { throw Self.isMisnamed(path(id)) }
        return Pieces(messages: messages, record: record, length: json[Self.messageBytes]?.int)
    }

    /// Why a file that has no id for a name is no record.
    func fault(of file: String) -> any Error {
        do {
            _ = try read(file)
            return Self.isMisnamed(file)
        } catch {
            return error
        }
    }

    /// Writes the record, and the messages after the first `length` bytes of theirs; returns how many bytes those are then.
    func save(_ record: JobRecord, _ messages: [JobMessage], after length: Int) throws(SystemError) -> Int {
        let end = try write(messages, of: record.id, after: length)
        var record = record
        record.messages = []
        var json = record.json(relativeTo: roots).object ?? [:]
        json[Self.messageBytes] = .integer(end)
        let data = JSONValue.object(json).data(pretty: true)
        guard data.count <= FileDescriptor.maximumContents else { throw SystemError("write", path(record.id), code: EFBIG) }
        try DurableFile.replace(URL(filePath: path(record.id)), with: data)
        return end
    }

    /// How many bytes of the file of messages belong to the record, by what it says.
    func messageBytes(of id: UUID) throws(SystemError) -> Int {
        guard let data = try DurableFile.contents(atPath: path(id)) else { return 0 }
        return (try? JSONValue(parsing: data))?[Self.messageBytes]?.int ?? .max
    }

    /// How many of so many bytes of the file of messages are there, in whole lines: others may have cut it.
    func messageLength(of id: UUID, upTo limit: Int) throws(SystemError) -> Int {
        guard limit > 0, let file = try DurableFile.open(messagePath(id)) else { return 0 }
        if try limit <= file.size(), try file.read(upTo: 1, at: limit - 1) == [Self.lineBreak] { return limit }
        return Self.lines(try file.contents(), upTo: limit).count
    }

    /// Removes the record, and then its messages, which without it mean nothing.
    func remove(_ id: UUID) throws(SystemError) {
        try DurableFile.remove(atPath: path(id))
        try DurableFile.remove(atPath: messagePath(id))
    }

    private static let messageBytes = "messageBytes"
    private static let lineBreak: UInt8 = 0x0A

    func path(_ id: UUID) -> String { "\(directory)/\(id).json" }
    private func messagePath(_ id: UUID) -> String { "\(directory)/\(id).messages.jsonl" }

    private static func isMisnamed(_ file: String) -> JobError {
        .unreadable(file: file, reason: "its name is not the id of the job in it")
    }

    private func read(_ file: String) throws -> (record: JobRecord, json: JSONValue)? {
        guard let data = try DurableFile.contents(atPath: file) else { return nil }
        do {
            let json = try JSONValue(parsing: data)
            return (try JobRecord(json: json, roots: roots), json)
        } catch let error as JSONSyntaxError {
            throw JobError.unreadable(file: file, reason: "it is not valid JSON at byte \(error.offset): \(error.reason)")
        } catch JobError.unreadable(_, let reason) {
            throw JobError.unreadable(file: file, reason: reason)
        }
    }

    private func record(of pieces: Pieces) throws(SystemError) -> JobRecord {
        guard let file = pieces.messages else { return pieces.record }
        var record = pieces.record
        let lines = Self.lines(try file.contents(), upTo: pieces.length ?? .max)
        for (index, line) in lines.split(separator: Self.lineBreak, omittingEmptySubsequences: false).enumerated() {
            if line.isEmpty { continue }
            let message = try? JSONValue(parsing: line).decode(JobMessage.self)
            record.messages.append(message ?? Self.substitute(for: index + 1, of: file.path, in: record))
        }
        return record
    }

    /// So that the messages behind it keep their places.
    private static func substitute(for line: Int, of file: String, in record: JobRecord) -> JobMessage {
        JobMessage(
            "Line \(line) of \(file) could not be read as a message.", severity: .warning,
            timestamp: record.messages.last?.timestamp ?? record.created)
    }

    /// What was cut short at the end is no line.
    private static func lines(_ data: Data, upTo limit: Int) -> Data {
        let data = data.prefix(max(0, limit))
        return data.lastIndex(of: lineBreak).map { data[...$0] } ?? Data()
    }

    private func write(_ messages: [JobMessage], of id: UUID, after length: Int) throws(SystemError) -> Int {
        if messages.isEmpty { return length }
        let data = Data(messages.map { $0.json.text() + "\n" }.joined().utf8)
        guard length + data.count <= FileDescriptor.maximumContents else {
            throw SystemError("write", messagePath(id), code: EFBIG)
        }
        let file = try openMessages(of: id, keeping: length)
        try file.write(data, at: length)
        try file.synchronize()
        return length + data.count
    }

    private func openMessages(of id: UUID, keeping length: Int) throws(SystemError) -> FileDescriptor {
        let (path, flags) = (messagePath(id), O_WRONLY | O_CREAT | O_NOFOLLOW)
        let file = try FileDescriptor(regular: path, flags)
        guard try file.size() > length else { return file }
        if length > 0 {
            try file.truncate(to: length)
            return file
        }
        // Somebody may be reading them as those of a job that was removed.
        try DurableFile.remove(atPath: path)
        return try FileDescriptor(regular: path, flags)
    }
}
