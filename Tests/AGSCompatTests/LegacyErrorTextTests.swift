import CairnGeo
import CairnTasks
import Foundation
import Testing

@testable import AGSCompat

/// Errors of old callers' quote what others have written, too.
struct LegacyErrorTextTests {
    @Test(arguments: ["\u{1B}[2J", "a\r\nb", "\u{202E}gpj.exe", "nul\0", "\u{9B}31m"])
    func `no error brings what moves a cursor or reorders a line`(text: String) {
        let errors: [any Error] = [
            AGSError.runtime(.unknown, text), AGSError.legacy(GeodatabaseError.noField(name: text, table: text)),
            AGSError.legacy(ServiceError(code: 500, message: text)), AGSError.legacy(TransportError(.failed(text), url: nil)),
            AGSError.legacy(FeatureEditError(code: 1, description: text)), AGSError.legacy(GeometryError.malformed(text)),
        ]
        for error in errors {
            let words = error.localizedDescription
            let isHarmless = words.unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) }
            #expect(isHarmless, "\(words.debugDescription)")
        }
    }
}
