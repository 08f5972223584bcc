import Foundation

/// What services make of the name of a file: they keep what the last part of a path may be, and a form can tell.
package enum AttachmentName {
    /// The last part of a path, without ends of lines and control characters; "attachment" if nothing is left.
    package static func cleaned(_ name: String) -> String {
        let told = name.unicodeScalars.filter { !isControl($0) }
        let last = told.split { $0 == "/" || $0 == "\\" }.last.map { String(Substring($0)) } ?? ""
        return last.allSatisfy(\.isWhitespace) ? "attachment" : last
    }

    /// Whether a service may have made the one of the other, be it that it keeps what forms put in place of quotation marks.
    package static func areAlike(_ name: String, _ other: String) -> Bool { core(name) == core(other) }

    private static func core(_ name: String) -> String {
        let plain = name.replacing("%22", with: "\"").replacing("%0D", with: "").replacing("%0A", with: "")
        return cleaned(plain).trimmingCharacters(in: .whitespaces)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
}
