import CairnCore
import CairnTasks
import Foundation

/// Reads a form with files (`multipart/form-data`, RFC 7578) whose bytes are all there.
struct MultipartReader {
    private(set) var fields: [(name: String, value: String)] = []
    private(set) var files: [UploadedFile] = []

    /// A form has no more parts than this.
    private static let mostParts = 1000
    private static let longestHead = 16 << 10

    /// - Parameter contentType: The form's, which names the boundary.
    /// - Returns: Nil if it is no such form.
    init?(_ body: Data, contentType: String) {
        guard let boundary = Self.boundary(contentType) else { return nil }
        let body = body.startIndex == 0 ? body : Data(body)
        let opening = Data("--\(boundary)".utf8)
        let separator = Data("\r\n--\(boundary)".utf8)
        // The first boundary has no line before it.
        guard body.starts(with: opening) else { return nil }
        var place = opening.count
        while true {
            if body[place...].starts(with: Data("--".utf8)) { return }
            guard body[place...].starts(with: Data("\r\n".utf8)), fields.count + files.count < Self.mostParts,
                let end = Self.range(of: separator, in: body, from: place)
            else { return nil }
            guard add(body[(place + 2)..<max(place + 2, end.lowerBound)]) else { return nil }
            place = end.upperBound
        }
    }

    private static func boundary(_ contentType: String) -> String? {
        for part in contentType.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces).lowercased() == "boundary" else { continue }
            let value = pair[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
            return (1...70).contains(value.utf8.count) && value.utf8.allSatisfy { 0x20...0x7E ~= $0 } ? value : nil
        }
        return nil
    }

    /// Where some bytes are next: their first byte occurs in them once, so that none is looked at more than twice.
    private static func range(of bytes: Data, in body: Data, from start: Int) -> Range<Int>? {
        let wanted = Array(bytes)
        return body.withUnsafeBytes { (body: UnsafeRawBufferPointer) -> Range<Int>? in
            var place = start
            while place + wanted.count <= body.count {
                guard let found = memchr(body.baseAddress! + place, Int32(wanted[0]), body.count - place) else { return nil }
                place = found - UnsafeMutableRawPointer(mutating: body.baseAddress!)
                guard place + wanted.count <= body.count else { return nil }
                if memcmp(found, wanted, wanted.count) == 0 { return place..<place + wanted.count }
                place += 1
            }
            return nil
        }
    }

    private mutating func add(_ part: Data) -> Bool {
        guard
            let end = part.range(
                of: Data("\r\n\r\n".utf8), in: part.startIndex..<min(part.endIndex, part.startIndex + Self.longestHead))
        else { return false }
        var headers: [String: String] = [:]
        for line in String(decoding: part[..<end.lowerBound], as: UTF8.self).split(whereSeparator: \.isNewline) {
            let pair = line.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else { return false }
            headers[pair[0].trimmingCharacters(in: .whitespaces).lowercased()] = pair[1].trimmingCharacters(in: .whitespaces)
        }
        guard let disposition = headers["content-disposition"], let name = Self.value("name", of: disposition) else {
            return false
        }
        let content = part[end.upperBound...]
        if let fileName = Self.value("filename", of: disposition) {
            files.append(
                UploadedFile(
                    field: name, name: Self.lastPart(of: fileName),
                    contentType: headers["content-type"] ?? "application/octet-stream",
                    content: Data(content)))
        } else {
            fields.append((name, String(decoding: content, as: UTF8.self).streamSafe))
        }
        return true
    }

    /// A parameter of a disposition, quoted or not; browsers percent-encode quotes, others put backslashes before them.
    private static func value(_ name: String, of disposition: String) -> String? {
        let quoted = /;\s*([A-Za-z*]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/
        for match in disposition.matches(of: quoted) where match.1.lowercased() == name {
            let text = match.2.map { String($0).replacing("\\\"", with: "\"") } ?? match.3.map(String.init) ?? ""
            return text.replacing("%22", with: "\"").replacing("%0D", with: "").replacing("%0A", with: "")
        }
        return nil
    }

    private static func lastPart(of name: String) -> String {
        let last = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }.last.map { String($0) } ?? ""
        return last.isEmpty ? "attachment" : last
    }
}
