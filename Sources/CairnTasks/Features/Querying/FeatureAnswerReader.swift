import CairnCore
import CairnGeo
import Foundation

/// Reads the features of an answer while its bytes come, in whichever format the server has chosen: errors come in JSON, and some servers know
/// nothing else.
struct FeatureAnswerReader: Sendable {
    private enum Reader: Sendable {
        case undecided(Data)
        case json(FeatureSetReader)
        case pbf(FeaturePBFReader)
    }

    private var reader = Reader.undecided(Data())
    private let asked: FeatureFormat
    private let fields: [Field]

    /// - Parameter fields: The types of fields, where they are known already.
    init(asked: FeatureFormat, fields: [Field]) {
        (self.asked, self.fields) = (asked, fields)
    }

    /// The members of an answer in JSON but for its features.
    var members: [String: JSONValue]? {
        if case .json(let reader) = reader { reader.members } else { nil }
    }

    /// Whether there is a list of features, be it empty.
    var hasFeatures: Bool {
        switch reader {
        case .undecided: false
        case .json(let reader): reader.hasFeatures
        case .pbf(let reader): reader.hasFeatures
        }
    }

    /// What the answer says of its features, as far as it has come.
    var header: FeatureSet {
        switch reader {
        case .undecided: FeatureSet()
        case .json(let reader): reader.header
        case .pbf(let reader): reader.header
        }
    }

    /// Takes more of the answer, and reads all features that are there.
    ///
    /// - Parameter chunk: What has come; nil at the end.
    /// - Throws: `JSONSyntaxError`, `GeometryError`.
    mutating func read(_ chunk: Data?, into features: inout [Feature]) throws {
        var chunk = chunk
        if case .undecided(let before) = reader {
            let start = before.isEmpty ? chunk ?? Data() : before + (chunk ?? Data())
            guard let format = format(of: start, isWhole: chunk == nil) else {
                reader = .undecided(start)
                return
            }
            reader = format == .json ? .json(FeatureSetReader(fields: fields)) : .pbf(FeaturePBFReader())
            if chunk == nil { try readOn(start, &features) } else { chunk = start }
        }
        guard let chunk else { return try readOn(nil, &features) }
        // What has been read is let go of before more of it is copied: compressed, some kilobytes are many mebibytes.
        var rest = chunk[...]
        while !rest.isEmpty {
            try readOn(rest.prefix(Self.stretch), &features)
            rest = rest.dropFirst(Self.stretch)
        }
    }

    private static let stretch = 1 << 18

    private mutating func readOn(_ chunk: Data?, _ features: inout [Feature]) throws {
        // Not two of them at a time, or each change would copy what is there.
        let present = reader
        reader = .undecided(Data())
        switch present {
        case .undecided: break
        case .json(var json):
            defer { reader = .json(json) }
            try json.read(chunk, into: &features)
        case .pbf(var pbf):
            defer { reader = .pbf(pbf) }
            try pbf.read(chunk, into: &features)
        }
    }

    /// What an answer is that begins so; nil if that cannot be told yet.
    private func format(of start: Data, isWhole: Bool) -> FeatureFormat? {
        if asked == .json { return .json }
        // Blanks, and the byte-order mark.
        let first = start.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        guard let first else { return isWhole ? .pbf : nil }
        // As the key of a field it would begin a group, of which the format has none.
        return first == UInt8(ascii: "{") ? .json : .pbf
    }
}
