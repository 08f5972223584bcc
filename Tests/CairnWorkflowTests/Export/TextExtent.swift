import Foundation

/// How wide characters are in the fonts that pictures are seen in.
enum TextExtent {
    /// In units of the letters' size. Of Helvetica and DejaVu Sans the wider for ASCII; beyond it, what fonts have for full width and for emoji.
    static func ems(_ scalar: Unicode.Scalar, isBold: Bool) -> Double {
        // A letter with an accent is as wide as without.
        let base = String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars.first ?? scalar
        if let place = ascii.index(base) { return Double((isBold ? bold : regular)[place]) / 1000 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return scalar.properties.isEmoji ? 1.25 : 1
        }
    }

    private static let ascii: ClosedRange<Unicode.Scalar> = " "..."~"

    private static let regular = [
        318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361, 318, 337, 637, 637, 637, 637, 637, 637, 637, 637,
        637, 637, 337, 337, 838, 838, 838, 557, 1016, 685, 687, 723, 771, 667, 611, 778, 752, 295, 500, 667, 558, 863, 749, 788,
        667, 788, 723, 667, 611, 732, 685, 989, 686, 667, 686, 391, 337, 391, 838, 557, 500, 613, 635, 550, 635, 616, 353, 635,
        634, 278, 278, 580, 278, 975, 634, 612, 635, 635, 412, 521, 393, 634, 592, 818, 592, 592, 525, 637, 337, 637, 838,
    ]

    private static let bold = [
        349, 457, 521, 838, 696, 1002, 873, 307, 458, 458, 523, 838, 380, 416, 380, 366, 696, 696, 696, 696, 696, 696, 696, 696,
        696, 696, 400, 400, 838, 838, 838, 611, 1000, 774, 763, 734, 831, 684, 684, 821, 837, 373, 557, 775, 638, 996, 837, 851,
        733, 851, 771, 721, 683, 813, 774, 1104, 771, 725, 726, 458, 366, 458, 838, 557, 500, 675, 716, 593, 716, 679, 436, 716,
        712, 343, 343, 666, 343, 1042, 712, 688, 716, 716, 494, 596, 479, 712, 652, 924, 646, 652, 583, 712, 366, 712, 838,
    ]
}

extension ClosedRange<Unicode.Scalar> {
    fileprivate func index(_ scalar: Unicode.Scalar) -> Int? {
        contains(scalar) ? Int(scalar.value - lowerBound.value) : nil
    }
}
