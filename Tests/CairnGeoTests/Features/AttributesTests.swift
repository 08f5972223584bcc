import CairnGeo
import CairnTesting
import Testing

struct AttributesTests {
    @Test func `they do what a dictionary does, and keep their order`() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            var (attributes, model) = (Attributes(), [String: AttributeValue]())
            var order: [String] = []
            for _ in 0..<Int.random(in: 0...80, using: &random) {
                let name = "f\(Int.random(in: 0..<40, using: &random))"
                let value: AttributeValue? =
                    Int.random(in: 0..<4, using: &random) == 0 ? nil : .integer(Int.random(in: 0..<3, using: &random))
                if value == nil { order.removeAll { $0 == name } } else if model[name] == nil { order.append(name) }
                (attributes[name], model[name]) = (value, value)
            }
            #expect(attributes.names == order && attributes.count == model.count)
            #expect((0..<40).allSatisfy { attributes["f\($0)"] == model["f\($0)"] })
            let shuffled = Attributes(attributes.shuffled(using: &random).map { ($0.name, $0.value) })
            #expect(shuffled == attributes && shuffled.hashValue == attributes.hashValue)
        }
    }

    @Test func `they differ if a value or a name does`() {
        let attributes: Attributes = ["a": 1, "b": .null]
        #expect(attributes != ["a": 1, "b": 2] && attributes != ["a": 1, "c": .null] && attributes != ["a": 1])
        #expect(attributes["b"] == .null && attributes["c"] == nil)
    }

    @Test func `ten thousand names are added, found and removed in no more than their number`() {
        var attributes = Attributes((0..<10_000).map { ("field \($0)", .integer($0)) })
        #expect((0..<10_000).allSatisfy { number in attributes["field \(number)"] == .integer(number) })
        attributes["field 17"] = nil
        let next = attributes["field 18"]?.int
        #expect(attributes["field 17"] == nil && next == 18 && attributes.count == 9999)
    }
}
