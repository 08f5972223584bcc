import CairnCore

/// Takes case, marks and width away from letters, and what is neither letter nor number: the same on every system.
enum Folding {
    /// The text with its letters folded, and with spaces for what separates. What is ASCII stays as it is.
    static func folded(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case ..<0x80: result.append(scalar)
            case ..<0x10000: append(UInt16(scalar.value), to: &result)
            // Pictures separate, tags vanish, and the rest is letters of rare scripts.
            case 0x1F000..<0x1FB00: result.append(" ")
            case 0xE0000...: break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func append(_ value: UInt16, to result: inout String.UnicodeScalarView) {
        switch folds[Int(value)] {
        case removed: break
        case several: result.append(contentsOf: (FoldingTable.spelledOut[value] ?? "").unicodeScalars)
        case let fold: if let scalar = Unicode.Scalar(fold) { result.append(scalar) }
        }
    }

    private static let removed: UInt16 = 0
    private static let several: UInt16 = 1

    /// By code unit what it becomes, or one of the two above.
    private static let folds: [UInt16] = {
        var folds = (0...UInt16.max).map(\.self)
        for range in FoldingTable.removed.split(separator: " ") { for value in values(range) { folds[value] = removed } }
        for range in FoldingTable.separating.split(separator: " ") { for value in values(range) { folds[value] = 0x20 } }
        for value in FoldingTable.spelledOut.keys { folds[Int(value)] = several }
        for change in FoldingTable.changed.split(separator: " ") { apply(change, to: &folds) }
        return folds
    }()

    private static func apply(_ change: Substring, to folds: inout [UInt16]) {
        guard let place = change.firstIndex(where: { ">+~".contains($0) }) else { return }
        let number = hexadecimal(change[change.index(after: place)...])
        for value in values(change[..<place]) {
            switch change[place] {
            case "+": folds[value] = UInt16(clamping: value + number)
            case "~": folds[value] = UInt16(clamping: value - number)
            default: folds[value] = UInt16(clamping: number)
            }
        }
    }

    /// `FIRST`, `FIRST-LAST` or `FIRST-LAST/STEP`.
    private static func values(_ text: Substring) -> StrideThrough<Int> {
        let parts = text.split { "-/".contains($0) }.map(hexadecimal)
        return stride(from: parts[0], through: parts.count > 1 ? parts[1] : parts[0], by: parts.count > 2 ? parts[2] : 1)
    }

    private static func hexadecimal(_ text: Substring) -> Int { Int(text, radix: 16) ?? 0 }
}
