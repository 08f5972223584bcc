import Foundation

/// Reads the members of a record, and refuses what cannot be, so that none surprises who works with it later.
struct RecordMembers {
    private let members: [String: JSONValue]
    /// The names that lead here.
    let path: [String]

    init(_ json: JSONValue, at path: [String] = []) throws(JobError) {
        guard let members = json.object else { throw Self.unreadable(path, json, "an object") }
        (self.members, self.path) = (members, path)
    }

    func text(_ name: String) throws(JobError) -> String {
        try required(name, "a text", \.string)
    }

    func name<Value: RawRepresentable<String>>(_ name: String, of thing: String) throws(JobError) -> Value {
        try required(name, "the name of a \(thing)") { $0.string.flatMap(Value.init(rawValue:)) }
    }

    func uuid(_ name: String) throws(JobError) -> UUID {
        try required(name, "a UUID") { $0.string.flatMap(UUID.init(uuidString:)) }
    }

    func texts(_ name: String) throws(JobError) -> [String]? {
        try optional(name, "a list of texts") { json in
            let texts = json.array?.compactMap(\.string)
            return texts?.count == json.array?.count ? texts : nil
        }
    }

    func flag(_ name: String) throws(JobError) -> Bool? {
        try optional(name, "true or false", \.bool)
    }

    func list(_ name: String) throws(JobError) -> [JSONValue]? {
        try optional(name, "a list", \.array)
    }

    func object(_ name: String) throws(JobError) -> [String: JSONValue]? {
        try optional(name, "an object", \.object)
    }

    func number(_ name: String, in range: ClosedRange<Double>) throws(JobError) -> Double? {
        try optional(name, "a number from \(range.lowerBound) to \(range.upperBound)") { json in
            json.double.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func whole(_ name: String, in range: ClosedRange<Int>) throws(JobError) -> Int? {
        try optional(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { json in
            json.int.flatMap { range.contains($0) ? $0 : nil }
        }
    }

    func date(_ name: String) throws(JobError) -> Date? {
        try optional(name, "a moment from the year 1 to 9999 in milliseconds since 1970") { json in
            json.date.flatMap { $0.isRecordable ? $0 : nil }
        }
    }

    /// What the work has encoded.
    func value(_ name: String) throws(JobError) -> JSONValue? {
        guard let json = members[name], json.isDeeper(than: JobRecord.maximumDepth) else { return members[name] }
        throw Self.unreadable("its \(Self.place(path + [name])) is nested deeper than \(JobRecord.maximumDepth)")
    }

    func missing(_ name: String) -> JobError {
        Self.unreadable("its \(Self.place(path + [name])) is missing")
    }

    private func required<Value>(
        _ name: String, _ expectation: @autoclosure () -> String, _ read: (JSONValue) -> Value?
    ) throws(JobError) -> Value {
        guard let value = try optional(name, expectation(), read) else { throw missing(name) }
        return value
    }

    private func optional<Value>(
        _ name: String, _ expectation: @autoclosure () -> String, _ read: (JSONValue) -> Value?
    ) throws(JobError) -> Value? {
        guard let json = members[name] else { return nil }
        guard let value = read(json) else { throw Self.unreadable(path + [name], json, expectation()) }
        return value
    }

    private static func unreadable(_ path: [String], _ json: JSONValue, _ expectation: String) -> JobError {
        let place = path.isEmpty ? "it" : "its \(place(path))"
        return unreadable("\(place) is \(json.text().excerpt), not \(expectation)")
    }

    static func unreadable(_ reason: String) -> JobError { .unreadable(file: "The record", reason: reason) }

    static func place(_ path: [String]) -> String { path.map(\.excerpt).joined(separator: ".") }
}

extension JobRecord {
    /// How deep lists and objects may nest in parameters and in a checkpoint.
    ///
    /// Foundation's coders take up to 3 KiB of stack for each level, and threads may have as little as 512 KiB.
    public static let maximumDepth = 128
    /// How deep child work may nest. The whole record then stays within ``JSONValue/maximumDepth``.
    public static let maximumChildDepth = 64

    static let progressRange = 0.0...100
    static let shareRange = 0.0...1
    /// Three centuries.
    static let outageRange = 0.0...1e10
    /// What can be counted up for ever, and is exact to readers that know nothing but a `Double`. A damaged record can
    /// begin at its end: it stays there, and can be read.
    package static let revisionRange = 0...1 << 53
    static let versionRange = 1...1 << 31
}

extension Date {
    /// The years 1 to 9999, a few days over, as the distant past is.
    private static let recordable = distantPast.timeIntervalSince1970...253_402_300_800

    var isRecordable: Bool { Self.recordable.contains(timeIntervalSince1970) }

    /// This moment as a record keeps it: to the microsecond, and none that cannot be read again.
    var asRecorded: Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.clamped(to: Self.recordable)).roundedToMicroseconds
    }
}
