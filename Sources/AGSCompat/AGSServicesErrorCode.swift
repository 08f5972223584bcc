/// Codes of errors in ``AGSServicesErrorDomain`` that have names; services have others, which are told as they are.
public enum AGSServicesErrorCode: Int, Sendable {
    /// The request cannot be understood.
    case badRequest = 400
    /// Nobody who is known is asking.
    case unauthorized = 401
    /// Who is asking may not.
    case forbidden = 403
    /// There is no such place.
    case urlNotFound = 404
    /// The token has expired, or never was one.
    case invalidToken = 498
    /// A token is wanted.
    case tokenRequired = 499
    /// Something else.
    case unknownError = 500
}
