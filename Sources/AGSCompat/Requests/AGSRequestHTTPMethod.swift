/// How the parameters of a request are sent.
public enum AGSRequestHTTPMethod: Int, Sendable {
    /// In the address, by GET.
    case get = 0
    /// As a form, by POST.
    case postFormEncodeParameters = 1
    /// As JSON, by POST.
    case postJSON = 2
}
