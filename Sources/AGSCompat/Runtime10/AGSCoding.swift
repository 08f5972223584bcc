/// Something of 10.2 that is written as JSON, and read from it. Each of its methods may be left out.
public protocol AGSCoding: AnyObject {
    /// Takes what a dictionary says.
    func decode(withJSON json: [AnyHashable: Any]!)
    /// Itself as a dictionary.
    func encodeToJSON() -> [AnyHashable: Any]!
}

extension AGSCoding {
    /// Takes nothing.
    public func decode(withJSON json: [AnyHashable: Any]!) {}
    /// An empty dictionary.
    public func encodeToJSON() -> [AnyHashable: Any]! { [:] }
}
