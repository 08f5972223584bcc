/// Something that is asked for with an API key.
public protocol AGSAPIKeyResource: AnyObject {
    /// The key; empty for none.
    var apiKey: String { get set }
}
