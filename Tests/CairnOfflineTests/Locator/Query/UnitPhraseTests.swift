import Testing

@testable import CairnOffline

struct UnitPhraseTests {
    @Test(
        arguments: [
            "apt", "apartment", "unit", "suite", "ste", "room", "floor", "fl", "flat", "app", "appartement", "etage", "top",
            "stop", "ms", "box",
        ], ["12", "4b", "7"])
    func `a flat is known by name and number, together and apart, in front and behind`(name: String, number: String) {
        for (text, unit) in [
            ("\(name)\(number), 6 Floraweg", "\(name)\(number)"), ("6 Floraweg, \(name)\(number)", "\(name)\(number)"),
            ("\(name) \(number), 6 Floraweg", "\(name) \(number)"),
            ("6 Floraweg \(name.uppercased()) \(number)", "\(name) \(number)"),
        ] {
            let query = AddressQuery(text)
            #expect(query.unit == unit, "\(text)")
            #expect(query.words.map(\.plain) == ["6", "floraweg"], "\(text)")
        }
    }

    @Test(arguments: ["flatbush12 Main St", "12 Flatbush Ave", "Unitas 12", "Suiteland Rd", "flat12345 Main St", "apt", "12"])
    func `what only begins so is none`(text: String) {
        #expect(AddressQuery(text).unit.isEmpty, "\(text)")
    }

    @Test(arguments: [
        ("Dover FL 3677 14th St", ""), ("Clinton MS 2192 Lincoln St", ""), ("3342 FL 9, Tequesta, FL", ""),
        ("12 Main St FL 3", "fl 3"), ("12 Main St FL 3, Dover", "fl 3"), ("FL 3, 12 Main St", "fl 3"),
        ("Main St FL 3 Dover", "fl 3"), ("MS 5, 12 Main St", "ms 5"),
    ])
    func `Florida and Mississippi are no floor and no mail stop`(text: String, unit: String) {
        #expect(AddressQuery(text).unit == unit)
    }

    @Test func `of a post office box alone nothing is left to search for`() {
        for text in [
            "PO Box 12", "P.O. Box 12", "P.O.Box 12", "P O Box 12", "Post Office Box 12", "post box 12b", "PO, Box 12",
            "Postfach 12",
        ] {
            #expect(AddressQuery(text).words.isEmpty, "\(text)")
        }
        #expect(AddressQuery("PO Box 12, Springfield").words.map(\.plain) == ["springfield"])
        #expect(AddressQuery("Po").words.map(\.plain) == ["po"])
    }
}
