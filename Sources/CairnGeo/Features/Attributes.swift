public import CairnCore

/// The attributes of a feature: values by name, in the order in which they came.
///
/// The features of one answer share the list of their names, so that each keeps little more than its values.
///
/// ```swift
/// var attributes: Attributes = ["NAME": "Vaduz", "POP": 5_696]
/// attributes["POP"] = 5_700
/// for (name, value) in attributes { print(name, value.text) }
/// ```
///
/// Two are equal if they have equal values by the same names, in whatever order.
public struct Attributes: Sendable {
    private(set) var fieldNames: FieldNames
    private var list: [AttributeValue]

    /// No attributes.
    public init() {
        self.init(.none, [])
    }

    /// A value for each name; of repeated names the last counts.
    public init(_ pairs: some Sequence<(String, AttributeValue)>) {
        var (places, names, values) = ([String: Int](), [String](), [AttributeValue]())
        for (name, value) in pairs {
            if let place = places[name] {
                values[place] = value
            } else {
                places[name] = values.count
                names.append(name)
                values.append(value)
            }
        }
        self.init(FieldNames(names), values)
    }

    /// A value for each of the names.
    init(_ names: FieldNames, _ values: [AttributeValue]) {
        (fieldNames, list) = (names, values)
    }

    /// The names, in order.
    public var names: [String] { fieldNames.list }
    /// The values, in the order of the names.
    public var values: [AttributeValue] { list }

    /// The value of that name: nil if there is none, which is not the same as `.null`.
    ///
    /// To add many names one by one takes the square of their number; `init(_:)` takes them together.
    public subscript(name: String) -> AttributeValue? {
        get { fieldNames.place(of: name).map { list[$0] } }
        set {
            switch (fieldNames.place(of: name), newValue) {
            case (let place?, let value?): list[place] = value
            case (nil, let value?):
                fieldNames = FieldNames(names + [name])
                list.append(value)
            case (let place?, nil):
                list.remove(at: place)
                fieldNames = FieldNames(names.indices.filter { $0 != place }.map { names[$0] })
            case (nil, nil): break
            }
        }
    }
}

extension Attributes {
    /// The value of that name, or of one that differs in capitals: some services spell a field otherwise in features than in what they say of it.
    package func value(ofAnyCase name: String) -> AttributeValue? {
        if let value = self[name] { return value }
        let lowercased = name.lowercased()
        return first { $0.name.lowercased() == lowercased }?.value
    }
}

extension Attributes: RandomAccessCollection {
    /// The place of the first attribute.
    public var startIndex: Int { 0 }
    /// The place behind the last one.
    public var endIndex: Int { list.count }
    /// The attribute at a place.
    public subscript(place: Int) -> (name: String, value: AttributeValue) { (fieldNames.list[place], list[place]) }
}

extension Attributes {
    /// The attributes as servers write them.
    public var esriJSON: JSONValue { .object(Dictionary(map { ($0.name, $0.value.esriJSON) }) { first, _ in first }) }
}

extension Attributes: Hashable {
    /// Whether both have equal values by the same names.
    public static func == (left: Attributes, right: Attributes) -> Bool {
        if left.fieldNames === right.fieldNames || left.names == right.names { return left.list == right.list }
        return left.count == right.count && left.allSatisfy { right[$0.name] == $0.value }
    }

    /// Equal attributes have equal hashes: the order takes no part.
    public func hash(into hasher: inout Hasher) {
        var sum = 0
        for (name, value) in self {
            var own = Hasher()
            own.combine(name)
            own.combine(value)
            sum ^= own.finalize()
        }
        hasher.combine(sum)
    }
}

extension Attributes: ExpressibleByDictionaryLiteral, CustomStringConvertible {
    /// A value for each name; of repeated names the last counts.
    public init(dictionaryLiteral pairs: (String, AttributeValue)...) {
        self.init(pairs)
    }

    /// The attributes as people read them.
    public var description: String { "[" + map { "\($0.name): \($0.value.text)" }.joined(separator: ", ") + "]" }
}
