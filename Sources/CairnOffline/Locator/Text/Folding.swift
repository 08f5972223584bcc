import CairnCore
import Foundation

/// Takes case, marks and width away from letters, and what is neither letter nor number: the same on every system.
///
/// The marks of scripts that write vowels with them stay: without them other words would be left.
enum Folding {
    /// The text with its letters folded, and with spaces for what separates. What is ASCII stays as it is.
    static func folded(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        // Of all spellings of a letter with its marks one, which no version of Unicode changes.
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.value {
            case ..<0x80: result.append(scalar)
            case ..<0x20000: append(scalar, to: &result)
            // Tags vanish, and the rest is Han.
            case 0xE0000...: break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String.UnicodeScalarView) {
        switch folds[Int(scalar.value)] {
        case removed: break
        case separating: result.append(" ")
        case several: result.append(contentsOf: (FoldingTable.spelledOut[scalar.value] ?? "").unicodeScalars)
        // A letter becomes one of its own plane.
        case let fold: if let folded = Unicode.Scalar(scalar.value & 0x10000 | UInt32(fold)) { result.append(folded) }
        }
    }

    // Numbers that no character has, in either plane.
    private static let (separating, removed, several): (UInt16, UInt16, UInt16) = (0xFFFD, 0xFFFE, 0xFFFF)

    /// By number what it becomes in its plane, or one of the three above.
    private static let folds: [UInt16] = {
        var folds = (0..<0x20000).map { UInt16(truncatingIfNeeded: $0) }
        for range in FoldingTable.removed.split(separator: " ") { for value in values(range) { folds[value] = removed } }
        for range in FoldingTable.separating.split(separator: " ") { for value in values(range) { folds[value] = separating } }
        for value in FoldingTable.spelledOut.keys { folds[Int(value)] = several }
        for change in FoldingTable.changed.split(separator: " ") { apply(change, to: &folds) }
        return folds
    }()

    private static func apply(_ change: Substring, to folds: inout [UInt16]) {
        guard let place = change.firstIndex(where: { ">+~".contains($0) }) else { return }
        let number = hexadecimal(change[change.index(after: place)...])
        for value in values(change[..<place]) {
            switch change[place] {
            case "+": folds[value] = UInt16(truncatingIfNeeded: value + number)
            case "~": folds[value] = UInt16(truncatingIfNeeded: value - number)
            default: folds[value] = UInt16(truncatingIfNeeded: number)
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
