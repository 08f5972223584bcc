import Testing

@testable import CairnOffline

struct AddressQueryTests {
    @Test func `empty parts count for nothing`() {
        let query = AddressQuery(
            "12 Main St," + String(repeating: " ,", count: 40) + " Roland Park" + String(repeating: ";\n", count: 900) + ", Town")
        #expect(query.words.map(\.part) == [0, 0, 0, 1, 1, 2])
    }

    @Test func `no more words are looked at than an address has, nor for flats`() {
        let text = (0..<1000).map { "#\($0)" }.joined(separator: " ")
        #expect(AddressQuery(text).words.count <= AddressQuery.mostWords)
        let many = AddressQuery((0..<1000).map { "w\($0)" }.joined(separator: ","))
        #expect(many.words.count == AddressQuery.mostWords && many.words.allSatisfy { $0.part < 32 })
    }

    @Test(arguments: [
        ("Dr. Alice Nowak, 12 Main Dr", 0), ("Prof. Dr. Meier, 12 Main Dr", 1), ("Dr. Martin Luther King Dr 12", 0),
    ])
    func `a doctor is no drive`(text: String, place: Int) {
        let words = AddressQuery(text).words
        #expect(words[place].plain == "dr" && words[place].role == .name)
        #expect(words.last { $0.plain == "dr" }?.role == .type)
    }

    @Test(arguments: [("PO Box 9, Salem", true), ("12 Main St, Apt 5, PO Box 9", true), ("12 Main St, Apt 5", false)])
    func `a post office box is one beside a flat, too`(text: String, isPostBox: Bool) {
        #expect(AddressQuery(text).isPostBox == isPostBox)
    }

    @Test(arguments: [
        ("in Salem", true), ("Salem in Oregon", true), ("Gary IN", false), ("Gary IN 46402", false), ("IN 46204", false),
        ("near 12 Main St", true),
    ])
    func `a preposition says nothing, and Indiana does`(text: String, isPreposition: Bool) {
        let word = AddressQuery(text).words.first { ["in", "near"].contains($0.plain) }
        #expect((word?.role == .connective) == isPreposition)
    }

    @Test(arguments: [
        ("3,740 Main St, Salem", "3740 main st"), ("12,345 Main St", "12345 main st"), ("3, 740 Main St", "3"),
        ("3,74 Main St", "3"),
        ("3,7400 Main St", "3"), ("1234,567 Main St", "1234"), ("A,740 Main St", "a"), ("3,740", "3"),
        (",740 Main", "740 main"),
    ])
    func `a comma between the thousands of a number ends no part`(text: String, first: String) {
        let words = AddressQuery(text).words
        #expect(words.filter { $0.part == 0 }.map(\.plain).joined(separator: " ") == first)
    }

    @Test(arguments: [
        ("County Rd #12", ""), ("12 State Route #9, Salem", ""), ("12 Elm Rd #5", "# 5"), ("12 Elm St #5, Salem", "# 5"),
        ("#", ""),
    ])
    func `a sign behind a kind of road is no flat's`(text: String, unit: String) {
        #expect(AddressQuery(text).unit == unit)
    }
}
