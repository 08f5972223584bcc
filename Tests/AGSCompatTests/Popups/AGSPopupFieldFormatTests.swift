import Foundation
import Testing

@testable import AGSCompat

struct AGSPopupFieldFormatTests {
    private func digits(_ value: Any, places: Int, groups: Bool = false) -> String? {
        let format = AGSPopupFieldFormat()
        (format.decimalPlaces, format.useThousandsSeparator) = (places, groups)
        return format.text(of: value)?.filter { $0.isNumber || $0 == "-" || $0 == "\u{2212}" }
    }

    @Test(arguments: [0, 7, -7, 9_007_199_254_740_993, .max, .min] as [Int]) func `whole numbers are written to the last digit`(
        number: Int
    ) {
        for places in [-1, 0, 2] {
            let expected = "\(number.magnitude)" + String(repeating: "0", count: max(places, 0))
            for groups in [true, false] {
                let text = digits(number, places: places, groups: groups)
                #expect(text?.filter(\.isNumber) == expected && text?.first?.isNumber == (number >= 0))
            }
        }
    }

    @Test func `numbers of every kind are written, and nothing else is`() {
        #expect(digits(UInt64.max, places: -1) == "18446744073709551615")
        #expect(digits(1234.5678, places: 2) == "123457" && digits(2.0, places: 1) == "20")
        #expect(digits(true, places: 0) == "1" && digits("5", places: 0) == nil && digits(Date(), places: 0) == nil)
    }
}
