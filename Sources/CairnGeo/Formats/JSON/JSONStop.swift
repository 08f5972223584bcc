import CairnCore

/// Why a ``JSONCursor`` went no further.
enum JSONStop: Error {
    /// The bytes end here, and more may come.
    case unfinished
    /// This is no JSON.
    case wrong(JSONSyntaxError)
    /// This is JSON, and does not say what it should.
    case refused(GeometryError)

    /// What somebody is told who has all the bytes there are.
    var error: any Error {
        switch self {
        case .unfinished: JSONSyntaxError(reason: "the document ends too early", offset: 0)
        case .wrong(let error): error
        case .refused(let error): error
        }
    }
}
