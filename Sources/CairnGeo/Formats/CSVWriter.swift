/// Writes rows of CSV (RFC 4180) with LF line ends.
public enum CSVWriter {
    /// One row as text, its line end included; fields are quoted where they must be.
    public static func row(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\n"
    }

    private static func field(_ text: String) -> String {
        let mustBeQuoted = text.utf8.contains { byte in
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\n")
                || byte == UInt8(ascii: "\r")
        }
        return mustBeQuoted ? "\"" + text.replacing("\"", with: "\"\"") + "\"" : text
    }
}
